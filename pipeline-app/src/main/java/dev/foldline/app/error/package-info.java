/** The exit codes, and the errors that users get to read. */
@NullMarked
package dev.foldline.app.error;

import org.jspecify.annotations.NullMarked;
