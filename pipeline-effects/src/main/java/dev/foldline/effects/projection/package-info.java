/** Files that show a run to people and tools. Losing them loses nothing: they are written anew from the log. */
@NullMarked
package dev.foldline.effects.projection;

import org.jspecify.annotations.NullMarked;
