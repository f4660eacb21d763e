/**
 * Child processes: how they are started, listened to, given deadlines, and ended with everything they started themselves.
 *
 * <p>Start with {@link dev.foldline.effects.process.ProcessRunner}. What a crash of ours leaves running is found by
 * {@link dev.foldline.effects.process.Reaper}.
 */
@NullMarked
package dev.foldline.effects.process;

import org.jspecify.annotations.NullMarked;
