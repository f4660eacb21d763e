package dev.foldline.effects.fleet;

import io.vavr.control.Option;

import java.io.IOException;

/** Carries the log, blobs and unfinished work of runs to other clones. */
public interface RunTransport {

    /** Writes a capture as local objects on top of what is already published. */
    PublishedRun prepare(Option<PublishedRun> before, RunCapture capture) throws IOException;

    /**
     * Moves lease, log and work together, or nothing.
     *
     * @param lease the object that the lease must be now; none if there must be no lease
     * @param before what is published now
     */
    PushResult publish(
            Option<String> lease, Option<PublishedRun> before, LeaseEntry next, PublishedRun run)
            throws IOException;

    /** Returns what is published of a run, if anything is. */
    Option<FetchedRun> fetch(String run) throws IOException;
}
