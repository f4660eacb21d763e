/** Starting runs, taking them up again, and talking to those that run. */
@NullMarked
package dev.foldline.app.run;

import org.jspecify.annotations.NullMarked;
