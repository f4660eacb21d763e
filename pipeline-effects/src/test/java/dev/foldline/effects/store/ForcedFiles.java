package dev.foldline.effects.store;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The files and folders that this JVM forced to disk through a channel, as the JDK's flight
 * recorder saw it. It does not see the log and its head, which are no channels.
 */
public final class ForcedFiles {
    private ForcedFiles() {}

    /** Something to be done meanwhile. */
    @FunctionalInterface
    public interface Work {
        void perform() throws Exception;
    }

    /** What was forced, in order. */
    public static List<Path> during(Work work) throws Exception {
        var recorded = Files.createTempFile("forced", ".jfr");
        try (var recording = new Recording()) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO).withoutStackTrace();
            recording.start();
            work.perform();
            recording.stop();
            recording.dump(recorded);
            return RecordingFile.readAllEvents(recorded).stream()
                    .map(event -> Path.of(event.getString("path")))
                    .toList();
        } finally {
            Files.delete(recorded);
        }
    }
}
