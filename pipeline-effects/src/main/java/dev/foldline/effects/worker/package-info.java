/**
 * The API for an agent of {@code tdd} that Foldline calls: its instructions and its submissions.
 */
@NullMarked
package dev.foldline.effects.worker;

import org.jspecify.annotations.NullMarked;
