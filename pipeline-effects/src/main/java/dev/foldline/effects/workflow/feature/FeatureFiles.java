package dev.foldline.effects.workflow.feature;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.projection.FeatureYaml;
import dev.foldline.core.projection.RunTimeline;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.effects.projection.GateQuestion;
import dev.foldline.effects.projection.RunFiles;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The files {@code feature.yaml} and {@code spec.yaml} of a run, replaced atomically whenever their
 * content changes. They follow the log: an event is on disk before they reflect it, and they show a
 * phase as completed before its gate opens.
 */
public final class FeatureFiles implements RunFiles {
    private final Path folder;
    private final Blobs blobs;
    private RunTimeline account;
    private String feature = "";
    private String spec = "";

    /**
     * @param folder the run's own directory
     */
    public FeatureFiles(Path folder, Blobs blobs, RunTimeline account) {
        this.folder = folder;
        this.blobs = blobs;
        this.account = account;
    }

    @Override
    public void follow(Instant at, Event event, PipelineState after) throws IOException {
        account = account.and(at, event, after);
        write();
    }

    @Override
    public void write() throws IOException {
        var texts = Texts.of(account, blobs);
        if (!texts.feature().equals(feature))
            AtomicFile.write(folder.resolve("feature.yaml"), texts.feature());
        feature = texts.feature();
        if (!texts.spec().equals(spec)) AtomicFile.write(folder.resolve("spec.yaml"), texts.spec());
        spec = texts.spec();
    }

    /** JSON is valid YAML; on one line it fits after its key. */
    private static Map<String, String> made(RunTimeline account, Blobs blobs) throws IOException {
        var kept = account.state().ledger().artifacts();
        Map<String, String> made = LinkedHashMap.empty();
        for (var name : Feature.DESIGN.values()) {
            if (kept.containsKey(name))
                made =
                        made.put(
                                name,
                                blobs.text(kept.get(name).get())
                                        .lines()
                                        .map(String::strip)
                                        .reduce("", (all, line) -> all + line));
        }
        return made;
    }

    /** The content of the two files for a run. */
    public record Texts(String feature, String spec) {
        public static Texts of(RunTimeline account, Blobs blobs) throws IOException {
            return new Texts(
                    FeatureYaml.feature(account, GateQuestion.of(account.state(), blobs)),
                    FeatureYaml.spec(account, made(account, blobs)));
        }
    }
}
