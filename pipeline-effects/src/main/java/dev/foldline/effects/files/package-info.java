/** Files that agents can access, read and written so that links and pipes have no effect. */
@NullMarked
package dev.foldline.effects.files;

import org.jspecify.annotations.NullMarked;
