/** The repository's forge, as configured and as its remote names it. */
@NullMarked
package dev.foldline.app.forge;

import org.jspecify.annotations.NullMarked;
