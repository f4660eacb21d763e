/** Commands that only look: folds over a log, beside whoever drives the run. */
@NullMarked
package dev.foldline.app.command.inspect;

import org.jspecify.annotations.NullMarked;
