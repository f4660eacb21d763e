/** Where there is no repository. */
@NullMarked
package dev.foldline.effects.git.none;

import org.jspecify.annotations.NullMarked;
