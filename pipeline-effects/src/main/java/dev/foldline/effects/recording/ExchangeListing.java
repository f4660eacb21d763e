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
 * The files that no tree contains, each with the time of its last change: artifacts, the user's
 * settings, and the files in the working tree that a workflow never commits.
 *
 * @param files by name
 */
record ExchangeListing(Map<String, FileTime> files) {
    static final ExchangeListing EMPTY = new ExchangeListing(TreeMap.empty());

    static ExchangeListing of(RunContext run) throws IOException {
        Map<String, FileTime> files = TreeMap.empty();
        for (var name : RecordedFile.namesAtRoot())
            if (Files.isRegularFile(run.root().resolve(name), LinkOption.NOFOLLOW_LINKS))
                files = files.put(name, changed(run.root().resolve(name)));
        var folder = run.exchange().folder();
        if (!folder.exists()) return new ExchangeListing(files);
        try (var found = Files.newDirectoryStream(folder.path(), ExchangeFolder.FILES)) {
            for (Path file : found)
                files = files.put(String.valueOf(file.getFileName()), changed(file));
        }
        return new ExchangeListing(files);
    }

    private static FileTime changed(Path file) throws IOException {
        return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS);
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
                        RecordedFile.folder(name, run)
                                .read(name, ExchangeFolder.ARTIFACT_BYTES_MAX)
                                .orElse(new byte[0]));
    }
}
