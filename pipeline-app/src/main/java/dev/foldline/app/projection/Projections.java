package dev.foldline.app.projection;

import dev.foldline.app.history.History;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.projection.Account;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.effects.projection.FeatureFiles;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The files that a driver keeps current beside the log. A workflow may have none. */
public final class Projections {
    private final Optional<FeatureFiles> files;
    private final Consumer<String> notice;
    private boolean told;

    private Projections(Optional<FeatureFiles> files, Consumer<String> notice) {
        this.files = files;
        this.notice = notice;
    }

    /** What the log says so far is told again: the files may be those of a driver that died. */
    public static Projections of(RunDirectory run, PipelineState state, Blobs blobs, Consumer<String> notice) throws IOException {
        if (!state.workflow().name().equals(Feature.NAME)) return new Projections(Optional.empty(), notice);
        var projections = new Projections(Optional.of(new FeatureFiles(run.path(), blobs, account(run))), notice);
        projections.write(FeatureFiles::write);
        return projections;
    }

    /** What is done to the files. */
    @FunctionalInterface
    private interface Writing {
        void write(FeatureFiles files) throws IOException;
    }

    private static Account account(RunDirectory run) throws IOException { return accounts(run).getLast(); }

    /** The run as it stood after each of its events. */
    static List<Account> accounts(RunDirectory run) throws IOException {
        var accounts = new ArrayList<Account>();
        History.open(run).walk(moment -> {
            accounts.add(moment.event() instanceof RunStarted begun ? Account.of(begun) : accounts.getLast().and(moment.at(), moment.event(), moment.after()));
            return true;
        });
        return accounts;
    }

    public void folded(Instant at, Event event, PipelineState after) { write(each -> each.follow(at, event, after)); }

    /** A file that cannot be written is no reason to stop; it is told once, and written with a later event if that can be. */
    private void write(Writing writing) {
        if (files.isEmpty()) return;
        try {
            writing.write(files.get());
            told = false;
        } catch (IOException unwritable) {
            if (!told) notice.accept("feature.yaml and spec.yaml cannot be written: " + unwritable.getMessage());
            told = true;
        }
    }
}
