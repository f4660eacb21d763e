/** The two documents of the {@code tdd} workflow as files, and the findings of reviews. */
@NullMarked
package dev.foldline.effects.artifact.tdd;

import org.jspecify.annotations.NullMarked;
