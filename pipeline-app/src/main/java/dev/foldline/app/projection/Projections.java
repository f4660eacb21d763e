package dev.foldline.app.projection;

import dev.foldline.app.history.History;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.projection.Account;
import dev.foldline.core.projection.tdd.TddAccount;
import dev.foldline.core.workflow.builtin.Shipped;
import dev.foldline.effects.projection.FeatureFiles;
import dev.foldline.effects.projection.tdd.TddProjection;
import dev.foldline.effects.projection.tdd.Written;
import dev.foldline.effects.store.Runs;
import java.nio.file.Path;
import dev.foldline.effects.store.RunDirectory;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The files that a driver keeps current beside the log. A workflow may have none. */
public final class Projections {
    private final Optional<Following> files;
    private final Consumer<String> notice;
    private boolean told;

    private Projections(Optional<Following> files, Consumer<String> notice) {
        this.files = files;
        this.notice = notice;
    }

    /** Files that follow a log. */
    private interface Following {
        void write() throws IOException;

        void follow(Instant at, Event event, PipelineState after) throws IOException;
    }

    /** What is done to the files. */
    @FunctionalInterface
    private interface Writing {
        void write(Following files) throws IOException;
    }

    /**
     * What the log says so far is told again: the files may be those of a driver that died.
     *
     * @param root the working tree the run works in
     */
    public static Projections of(RunDirectory run, PipelineState state, Runs runs, Path root, Consumer<String> notice) throws IOException {
        var projections = new Projections(following(run, state, runs, root), notice);
        projections.write(Following::write);
        return projections;
    }

    private static Optional<Following> following(RunDirectory run, PipelineState state, Runs runs, Path root) throws IOException {
        return switch (Shipped.named(state.workflow().name()).getOrElse(Shipped.RALPH)) {
            case RALPH   -> Optional.empty();
            case FEATURE -> Optional.of(feature(new FeatureFiles(run.path(), runs.blobs(), accounts(run).getLast())));
            case TDD     -> Optional.of(tdd(new TddProjection(root, new Written(runs, run), runs.blobs(), tddAccount(run))));
        };
    }

    private static Following feature(FeatureFiles files) {
        return new Following() {
            @Override public void write() throws IOException { files.write(); }

            @Override public void follow(Instant at, Event event, PipelineState after) throws IOException { files.follow(at, event, after); }
        };
    }

    private static Following tdd(TddProjection files) {
        return new Following() {
            @Override public void write() throws IOException { files.write(); }

            @Override public void follow(Instant at, Event event, PipelineState after) throws IOException { files.follow(event, after); }
        };
    }

    /** A run of {@code tdd} as its worker sees it. */
    public static TddAccount tddAccount(RunDirectory run) throws IOException {
        var accounts = new ArrayList<TddAccount>(1);
        History.open(run).walk(moment -> {
            if (moment.event() instanceof RunStarted begun) accounts.add(TddAccount.of(begun));
            else accounts.set(0, accounts.getFirst().and(moment.event(), moment.after()));
            return true;
        });
        return accounts.getFirst();
    }

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
            if (!told) notice.accept("the files that show this run cannot be written: " + unwritable.getMessage());
            told = true;
        }
    }
}
