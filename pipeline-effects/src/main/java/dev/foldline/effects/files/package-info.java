/** Files that agents can reach, read and written so that none of their tricks leads elsewhere. */
@NullMarked
package dev.foldline.effects.files;

import org.jspecify.annotations.NullMarked;
