/** Work to be done outside, as data. */
@NullMarked
package dev.foldline.core.effect;

import org.jspecify.annotations.NullMarked;
