/** The commands that begin runs, take them up, hold them and answer their questions. */
@NullMarked
package dev.foldline.app.command.operate;

import org.jspecify.annotations.NullMarked;
