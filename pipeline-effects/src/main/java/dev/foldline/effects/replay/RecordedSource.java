package dev.foldline.effects.replay;

import dev.foldline.effects.recording.RunRecording;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Where the pieces of a recorded run are.
 *
 * @param run the directory with its log, its outputs and its recording
 * @param blobs the blobs with its texts
 * @param repository the git folder that has its trees and commits
 */
public record RecordedSource(RunDirectory run, Blobs blobs, Path repository) {
    /** Returns the same for a child run in the same repository. */
    public RecordedSource ofChild(String child) {
        return new RecordedSource(
                new RunDirectory(new RunId(child), run.path().resolveSibling(child)),
                blobs,
                repository);
    }

    /**
     * Returns the run, its child runs, and theirs.
     *
     * @throws DamagedRecording if a log is damaged
     */
    public Vector<RecordedSource> family() throws IOException {
        var all = Vector.of(this);
        for (var child : RecordedLog.read(run.events()).children())
            all = all.appendAll(ofChild(child).family());
        return all;
    }

    public RunRecording recording() {
        return new RunRecording(run);
    }
}
