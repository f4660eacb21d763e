/** How many workflows run at once, and how many of their terminals work. */
@NullMarked
package dev.foldline.app.runtime.limit;

import org.jspecify.annotations.NullMarked;
