package dev.foldline.effects.projection;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.projection.Account;
import dev.foldline.core.projection.FeatureYaml;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.Blobs;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;

/**
 * The files {@code feature.yaml} and {@code spec.yaml} of a run, replaced whole whenever what they say has changed. They follow the
 * log: an event is on disk before they tell of it, and a gate is asked about after they show its phase as completed.
 */
public final class FeatureFiles {
    private final Path folder;
    private final Blobs blobs;
    private Account account;
    private String feature = "";
    private String spec = "";

    /** @param folder where they lie: the run's own directory */
    public FeatureFiles(Path folder, Blobs blobs, Account account) {
        this.folder = folder;
        this.blobs = blobs;
        this.account = account;
    }

    /**
     * Follows one event.
     *
     * @param at when it was appended
     * @throws IOException if they cannot be written; the run is none the worse
     */
    public void follow(Instant at, Event event, PipelineState after) throws IOException {
        account = account.and(at, event, after);
        write();
    }

    /** Writes what has changed. */
    public void write() throws IOException {
        var shown = FeatureYaml.feature(account, Question.of(account.state(), blobs));
        if (!shown.equals(feature)) AtomicFile.write(folder.resolve("feature.yaml"), shown);
        feature = shown;
        var told = FeatureYaml.spec(account, specification());
        if (!told.equals(spec)) AtomicFile.write(folder.resolve("spec.yaml"), told);
        spec = told;
    }

    /** JSON is YAML; on one line it fits behind its key. */
    private Option<String> specification() throws IOException {
        var kept = account.state().ledger().artifacts().get("spec");
        return kept.isEmpty() ? Option.none() : Option.of(blobs.text(kept.get()).lines().map(String::strip).reduce("", (all, line) -> all + line));
    }
}
