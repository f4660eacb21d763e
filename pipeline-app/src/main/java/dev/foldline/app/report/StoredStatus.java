package dev.foldline.app.report;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Version;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.run.PastRepair;
import dev.foldline.effects.json.PlainJson;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.log.LogPosition;
import dev.foldline.effects.log.Snapshot;
import dev.foldline.effects.log.SnapshotFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The document about an ended run, stored beside its log, because most runs of a list have ended
 * and reading their logs takes most of its time. It is a cache: it counts only for a log that ends
 * where it was made, by the head beside the log too, and for this version.
 */
final class StoredStatus {
    private static final String STAMP =
            String.join(", ", RunReport.SCHEMA, RunLog.SNAPSHOT_STAMP, Version.text());

    private StoredStatus() {}

    /** The stored document with the values that do not follow from the log. */
    static Option<Map<String, Object>> find(RunDirectory run, Path repository) throws IOException {
        if (Files.notExists(run.status())) return Option.none();
        var stored = file(run).load(run.events());
        if (stored.isEmpty()
                || !end(run).contains(stored.get().at())
                || !PastRepair.of(run).isEmpty()
                || RunLock.holder(run.lock()).isPresent()) return Option.none();
        var document = PlainJson.object(stored.get().state());
        for (var each : document) {
            each.put("repository", repository);
            each.put("recording_bytes", RunReport.recordingBytes(run));
        }
        return document;
    }

    /** Stores a document that was made of the whole log. Not being able to loses nothing. */
    static void store(RunDirectory run, Point made, Map<String, Object> document) {
        try {
            for (var end : end(run))
                if (end.seq() == made.seq())
                    file(run).saveUnforced(new Snapshot(end, JsonOutput.exact(document)));
        } catch (IOException cacheOnly) {
            return;
        }
    }

    /** The end of the log, if the head knows it. */
    private static Option<LogPosition> end(RunDirectory run) throws IOException {
        long size = Files.size(run.events());
        return Option.ofOptional(HeadFile.read(run.events())).filter(head -> head.offset() == size);
    }

    private static SnapshotFile file(RunDirectory run) {
        return new SnapshotFile(run.status(), STAMP);
    }
}
