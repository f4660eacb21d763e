/** The git command as a child process: how it is called, what it answers, how it spells file names. */
@NullMarked
package dev.foldline.effects.git.command;

import org.jspecify.annotations.NullMarked;
