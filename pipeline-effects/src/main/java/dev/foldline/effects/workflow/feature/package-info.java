/** The files that show a run of the {@code feature} workflow. */
@NullMarked
package dev.foldline.effects.workflow.feature;

import org.jspecify.annotations.NullMarked;
