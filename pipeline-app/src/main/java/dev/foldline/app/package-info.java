/** The command line. */
@NullMarked
package dev.foldline.app;

import org.jspecify.annotations.NullMarked;
