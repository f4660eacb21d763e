/** The scripts at the top of the repository, run for real among stand-ins for Maven and the JDK. */
@NullMarked
package dev.foldline.launcher;

import org.jspecify.annotations.NullMarked;
