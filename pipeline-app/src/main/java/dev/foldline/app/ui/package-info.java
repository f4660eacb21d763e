/**
 * {@code foldline ui}: a full-screen list of runs. It shows what the commands print, and what a
 * user does there is done by running the same commands.
 */
@NullMarked
package dev.foldline.app.ui;

import org.jspecify.annotations.NullMarked;
