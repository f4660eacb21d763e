/**
 * Child processes: starting them, reading their output, enforcing deadlines, and ending them with
 * everything they started.
 *
 * <p>Start with {@link dev.foldline.effects.process.ProcessRunner}. {@link
 * dev.foldline.effects.process.Reaper} finds processes that a crash of Foldline leaves running.
 */
@NullMarked
package dev.foldline.effects.process;

import org.jspecify.annotations.NullMarked;
