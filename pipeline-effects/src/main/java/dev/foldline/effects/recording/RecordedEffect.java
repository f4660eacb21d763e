package dev.foldline.effects.recording;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What one effect got from outside.
 *
 * @param ticket the effect's ticket
 * @param processes the processes it ran, in order
 * @param after the working tree afterwards
 * @param reverted the head that the agent's own commits had before they were undone
 * @param files what it wrote to the exchange folder
 * @param branches the branches on which it depends, when it started
 */
public record RecordedEffect(
        long ticket,
        Vector<RecordedProcess> processes,
        Option<RecordedHead> after,
        Option<String> reverted,
        Vector<RecordedFile> files,
        Vector<RecordedBranch> branches) {}
