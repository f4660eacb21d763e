/** The slices of the pipeline's state. */
@NullMarked
package dev.foldline.core.state;

import org.jspecify.annotations.NullMarked;
