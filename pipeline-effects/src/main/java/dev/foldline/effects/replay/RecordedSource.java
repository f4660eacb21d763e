package dev.foldline.effects.replay;

import dev.foldline.effects.recording.RunRecording;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;

import java.nio.file.Path;

/**
 * Where the pieces of a recorded run are.
 *
 * @param run the directory with its log, its outputs and its recording
 * @param blobs the blobs with its texts
 * @param repository the git folder that has its trees and commits
 */
public record RecordedSource(RunDirectory run, Blobs blobs, Path repository) {
    public RunRecording recording() {
        return new RunRecording(run);
    }
}
