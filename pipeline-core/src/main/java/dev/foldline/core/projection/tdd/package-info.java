/**
 * The external view of the {@code tdd} workflow: statuses, files, instructions and responses, all
 * folded from events.
 */
@NullMarked
package dev.foldline.core.projection.tdd;

import org.jspecify.annotations.NullMarked;
