/** Effects: work for handlers and the driver, as data. */
@NullMarked
package dev.foldline.core.effect;

import org.jspecify.annotations.NullMarked;
