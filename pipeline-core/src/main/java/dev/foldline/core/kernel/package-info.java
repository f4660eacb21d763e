/** The pure functions of the driver loop. Start with {@link Pipeline}. */
@NullMarked
package dev.foldline.core.kernel;

import org.jspecify.annotations.NullMarked;
