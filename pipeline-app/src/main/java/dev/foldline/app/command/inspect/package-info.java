/** Commands that only read logs, also while another process drives the run. */
@NullMarked
package dev.foldline.app.command.inspect;

import org.jspecify.annotations.NullMarked;
