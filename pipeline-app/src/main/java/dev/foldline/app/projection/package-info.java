/** The files that show a run of {@code feature}: kept current while it is driven. */
@NullMarked
package dev.foldline.app.projection;

import org.jspecify.annotations.NullMarked;
