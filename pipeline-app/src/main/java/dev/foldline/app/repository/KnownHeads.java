package dev.foldline.app.repository;

import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.log.HeadCheck;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.log.KnownHead;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.effects.log.SnapshotFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.table.RunTables;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What lies beside the log of a run and knows how far it had come: its head file, its snapshot, its
 * row of the tables, and what effects have left.
 */
public final class KnownHeads {
    private static final Pattern OUTPUT =
            Pattern.compile("(?:agent|check)-(\\d{1,18})(?:-\\d+)?\\.(?:out|err)");

    private KnownHeads() {}

    /**
     * A file that an effect has left, and when it is written: a guard before its call is in the
     * log, an output after that.
     */
    private record Trace(Path file, long ticket, Written written) {
        enum Written {
            BEFORE_INTENT,
            AFTER_INTENT
        }
    }

    /** Returns all known positions of the log, for its next writer. */
    public static List<KnownHead> of(RunDirectory run) {
        var heads = new ArrayList<KnownHead>();
        head(run).ifPresent(heads::add);
        SnapshotFile.head(run.snapshot())
                .ifPresent(
                        at ->
                                heads.add(
                                        new KnownHead(
                                                String.valueOf(run.snapshot().getFileName()), at)));
        RunTables.known(run).ifPresent(heads::add);
        return heads;
    }

    /**
     * Whether the log lacks lines that it has had, for readers. The head file knows as much as the
     * others; they are asked where it is missing, for to read them takes longer than most commands.
     */
    public static Optional<LogDamage> missing(RunDirectory run) throws IOException {
        var head = head(run);
        return HeadCheck.of(run.events(), head.isPresent() ? List.of(head.get()) : of(run));
    }

    /** Checks the log against all known positions, as its next writer does. */
    public static Optional<LogDamage> missingByAny(RunDirectory run) throws IOException {
        return HeadCheck.of(run.events(), of(run));
    }

    private static Optional<KnownHead> head(RunDirectory run) {
        return HeadFile.read(run.events())
                .map(
                        at ->
                                new KnownHead(
                                        String.valueOf(HeadFile.of(run.events()).getFileName()),
                                        at));
    }

    /**
     * Returns whether the log of a run without a driver lacks lines that it had.
     *
     * @param seen where the log ended when it was looked at
     */
    public static Optional<LogDamage> missing(RunDirectory run, Point seen) throws IOException {
        var missing = missing(run);
        // Behind the end nothing begins.
        if (missing.isPresent()
                || seen.state().lifecycle() instanceof Lifecycle.Ended
                || unstarted(run, seen).isEmpty()) return missing;
        // A driver may have run since; its work started in the earlier log.
        var traces = traces(run);
        return unstarted(run, traces, RunHistory.open(run).latest());
    }

    /**
     * Whether the log, which ends at this point, lacks the beginning of an effect that has left
     * something.
     */
    public static Optional<LogDamage> unstarted(RunDirectory run, Point end) throws IOException {
        return unstarted(run, traces(run), end);
    }

    private static Optional<LogDamage> unstarted(RunDirectory run, List<Trace> traces, Point end) {
        return traces.stream()
                .filter(trace -> isUnstarted(trace, end))
                .max(Comparator.comparingLong(Trace::ticket))
                .map(
                        trace ->
                                new LogDamage.Unbegun(
                                        end.seq() + 1,
                                        trace.ticket(),
                                        run.path().relativize(trace.file()).toString()));
    }

    /** What effects have left whose beginning the log, which ends at this point, lacks. */
    public static List<Path> unbegunFiles(RunDirectory run, Point end) throws IOException {
        return traces(run).stream()
                .filter(trace -> isUnstarted(trace, end))
                .map(Trace::file)
                .toList();
    }

    private static boolean isUnstarted(Trace trace, Point end) {
        long next = end.state().header().ticket();
        return trace.ticket() > next
                || trace.ticket() == next
                        && trace.written() == Trace.Written.AFTER_INTENT
                        && end.state().isFree();
    }

    private static List<Trace> traces(RunDirectory run) throws IOException {
        var traces = new ArrayList<Trace>();
        StoredGuard.ticket(run)
                .ifPresent(
                        ticket ->
                                traces.add(
                                        new Trace(
                                                StoredGuard.file(run),
                                                ticket,
                                                Trace.Written.BEFORE_INTENT)));
        try (var outputs = Files.list(run.output())) {
            outputs.forEach(
                    file -> {
                        var name = OUTPUT.matcher(String.valueOf(file.getFileName()));
                        if (name.matches())
                            traces.add(
                                    new Trace(
                                            file,
                                            Long.parseLong(name.group(1)),
                                            Trace.Written.AFTER_INTENT));
                    });
        } catch (NoSuchFileException | NotDirectoryException none) {
            return traces;
        }
        return traces;
    }
}
