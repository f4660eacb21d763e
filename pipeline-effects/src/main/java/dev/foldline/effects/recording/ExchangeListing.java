package dev.foldline.effects.recording;

import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.context.RunContext;

import io.vavr.collection.Map;
import io.vavr.collection.TreeMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/**
 * The artifacts in the exchange folder, each with the time of its last change.
 *
 * @param files by name
 */
record ExchangeListing(Map<String, FileTime> files) {
    static final ExchangeListing EMPTY = new ExchangeListing(TreeMap.empty());

    static ExchangeListing of(RunContext run) throws IOException {
        var folder = run.exchange().folder();
        if (!folder.exists()) return EMPTY;
        Map<String, FileTime> files = TreeMap.empty();
        try (var found = Files.newDirectoryStream(folder.path(), "*.json")) {
            for (Path file : found)
                files =
                        files.put(
                                String.valueOf(file.getFileName()),
                                Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS));
        }
        return new ExchangeListing(files);
    }

    /** Returns what changed since an earlier listing; the content goes to the run's blobs. */
    Vector<RecordedFile> since(ExchangeListing before, RunContext run) throws IOException {
        var changed = Vector.<RecordedFile>empty();
        for (var file : files)
            if (!before.files.get(file._1()).contains(file._2()))
                changed =
                        changed.append(
                                new RecordedFile(file._1(), Option.of(stored(file._1(), run))));
        for (var name : before.files.keySet().removeAll(files.keySet()))
            changed = changed.append(new RecordedFile(name, Option.none()));
        return changed;
    }

    private static String stored(String name, RunContext run) throws IOException {
        return run.blobs()
                .put(
                        run.exchange()
                                .folder()
                                .read(name, ExchangeFolder.ARTIFACT_BYTES_MAX)
                                .orElse(new byte[0]));
    }
}
