/** Runs the git command as a child process and parses its results and file names. */
@NullMarked
package dev.foldline.effects.git.command;

import org.jspecify.annotations.NullMarked;
