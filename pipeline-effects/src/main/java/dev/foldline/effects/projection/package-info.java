/** Files that show a run to users and tools. They can be rebuilt from the log at any time. */
@NullMarked
package dev.foldline.effects.projection;

import org.jspecify.annotations.NullMarked;
