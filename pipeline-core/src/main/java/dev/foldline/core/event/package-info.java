/** Events, as data. */
@NullMarked
package dev.foldline.core.event;

import org.jspecify.annotations.NullMarked;
