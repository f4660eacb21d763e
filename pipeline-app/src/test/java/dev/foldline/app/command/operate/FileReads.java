package dev.foldline.app.command.operate;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** What this JVM read of which files, as the JDK's flight recorder saw it. */
public final class FileReads {
    private FileReads() {}

    /** Something to be done meanwhile. */
    @FunctionalInterface
    public interface Work {
        void perform() throws Exception;
    }

    /** How many bytes were read of each file. */
    public static Map<Path, Long> during(Work work) throws Exception {
        var recorded = Files.createTempFile("reads", ".jfr");
        try (var recording = new Recording()) {
            recording.enable("jdk.FileRead").withThreshold(Duration.ZERO).withoutStackTrace();
            recording.start();
            work.perform();
            recording.stop();
            recording.dump(recorded);
            return bytes(recorded);
        } finally {
            Files.delete(recorded);
        }
    }

    private static Map<Path, Long> bytes(Path recorded) throws IOException {
        Map<Path, Long> bytes = new HashMap<>();
        for (var event : RecordingFile.readAllEvents(recorded)) {
            var file = event.getString("path");
            if (file != null) bytes.merge(Path.of(file), event.getLong("bytesRead"), Long::sum);
        }
        return bytes;
    }
}
