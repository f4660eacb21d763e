package dev.foldline.app.projection;

import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.projection.RunTimeline;
import dev.foldline.core.projection.runtime.Memo;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.projection.RunFiles;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;
import dev.foldline.effects.workflow.feature.FeatureFiles;
import dev.foldline.effects.workflow.tasks.MemoFile;
import dev.foldline.effects.workflow.tdd.TddProjection;
import dev.foldline.effects.workflow.tdd.WrittenHashes;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;

/** The files that a driver keeps current beside the log. A workflow may have none. */
public final class Projections {
    private final Optional<RunFiles> files;
    private final Consumer<String> notice;
    private boolean isReported;

    private Projections(Optional<RunFiles> files, Consumer<String> notice) {
        this.files = files;
        this.notice = notice;
    }

    /** What is done to the files. */
    @FunctionalInterface
    private interface Writing {
        void write(RunFiles files) throws IOException;
    }

    /**
     * Writes the files again from the log, because they may be those of a driver that died.
     *
     * @param root the working tree the run works in
     */
    public static Projections of(
            RunDirectory run, PipelineState state, Runs runs, Path root, Consumer<String> notice)
            throws IOException {
        var projections = new Projections(following(run, state, runs, root), notice);
        projections.write(RunFiles::write);
        return projections;
    }

    /** Writes the files of a run that no driver follows; a workflow without such files has none. */
    public static void writeWithoutDriver(RunDirectory run, PipelineState state)
            throws IOException {
        if (BuiltinWorkflows.named(state.workflow().name()).contains(BuiltinWorkflows.FEATURE))
            new FeatureFiles(run.path(), run.blobs(), accounts(run).last()).write();
    }

    private static Optional<RunFiles> following(
            RunDirectory run, PipelineState state, Runs runs, Path root) throws IOException {
        var shipped = BuiltinWorkflows.named(state.workflow().name());
        if (shipped.isEmpty()) return Optional.empty();
        return switch (shipped.get()) {
            case RALPH -> Optional.empty();
            case TASKS -> Optional.of(new MemoFile(run.path(), memo(run), state));
            case FEATURE ->
                    Optional.of(new FeatureFiles(run.path(), runs.blobs(), accounts(run).last()));
            case TDD ->
                    Optional.of(
                            new TddProjection(
                                    root,
                                    new WrittenHashes(runs, run),
                                    runs.blobs(),
                                    tddAccount(run)));
        };
    }

    /** A run of {@code tdd} as its worker sees it now. */
    public static TddTimeline tddAccount(RunDirectory run) throws IOException {
        return tddAccounts(run).last();
    }

    /** A run of {@code tdd} as its worker saw it after each of its events. */
    public static Vector<TddTimeline> tddAccounts(RunDirectory run) throws IOException {
        return scan(
                run,
                TddTimeline::of,
                (account, moment) -> account.and(moment.event(), moment.after()));
    }

    /** How far a workflow of tasks has come, as its log says it. */
    public static Memo memo(RunDirectory run) throws IOException {
        var memos = new ArrayList<Memo>(1);
        RunHistory.open(run)
                .walk(
                        moment -> {
                            var next =
                                    moment.before()
                                            .map(
                                                    before ->
                                                            memos.removeLast()
                                                                    .and(
                                                                            before,
                                                                            moment.event(),
                                                                            moment.after(),
                                                                            moment.at()));
                            return memos.add(
                                    next.orElseGet(() -> Memo.start(moment.after(), moment.at())));
                        });
        return memos.getLast();
    }

    /** The run as it stood after each of its events. */
    static Vector<RunTimeline> accounts(RunDirectory run) throws IOException {
        return scan(
                run,
                RunTimeline::of,
                (account, moment) -> account.and(moment.at(), moment.event(), moment.after()));
    }

    private static <A> Vector<A> scan(
            RunDirectory run, Function<RunStarted, A> started, BiFunction<A, ReplayStep, A> next)
            throws IOException {
        var accounts = new ArrayList<A>();
        RunHistory.open(run)
                .walk(
                        moment -> {
                            accounts.add(
                                    moment.event() instanceof RunStarted start
                                            ? started.apply(start)
                                            : next.apply(accounts.getLast(), moment));
                            return true;
                        });
        return Vector.ofAll(accounts);
    }

    public void update(Instant at, Event event, PipelineState after) {
        write(each -> each.follow(at, event, after));
    }

    /**
     * Reports a file that cannot be written once, and writes it again with a later event; the run
     * continues.
     */
    private void write(Writing writing) {
        if (files.isEmpty()) return;
        try {
            writing.write(files.get());
            isReported = false;
        } catch (IOException unwritable) {
            if (!isReported)
                notice.accept(
                        "the files that show this run cannot be written: "
                                + unwritable.getMessage());
            isReported = true;
        }
    }
}
