/** Runs that an engine places on workers. */
@NullMarked
package dev.foldline.app.fleet;

import org.jspecify.annotations.NullMarked;
