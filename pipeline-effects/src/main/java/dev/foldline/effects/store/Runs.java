package dev.foldline.effects.store;

import dev.foldline.effects.redact.Redaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All runs of a repository and the blobs they share: the directory {@code <git common dir>/foldline}.
 *
 * @param redaction what is taken out of everything that is written about a run
 */
public record Runs(Path root, Redaction redaction) {
    static final String TABLES = "state.sqlite";

    private static final Pattern FROM_THE_LATEST = Pattern.compile("@(?:~(\\d{0,6}))?");

    /** The same folder, whose blobs are kept without shapes of secrets. */
    public Runs(Path root) {
        this(root, Redaction.OF_SHAPES);
    }

    /** The runs of the repository with this common directory, which all linked worktrees share; blobs are kept without shapes of secrets. */
    public static Runs of(Path gitCommonDirectory) {
        return of(gitCommonDirectory, Redaction.OF_SHAPES);
    }

    /** The same, whose blobs are kept without what is secret. */
    public static Runs of(Path gitCommonDirectory, Redaction redaction) {
        return new Runs(gitCommonDirectory.resolve("foldline"), redaction);
    }

    public Blobs blobs() {
        return new Blobs(root.resolve("blobs"), redaction);
    }

    /** The tables of all runs, a projection of their logs. */
    public Path tables() {
        return root.resolve(TABLES);
    }

    /** The directory of a run, whether it exists or not. */
    public RunDirectory directory(RunId id) {
        return new RunDirectory(id, runs().resolve(id.text()));
    }

    /**
     * Makes the directories of a new run, durably.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is a run of this id
     */
    public RunDirectory create(RunId id) throws IOException {
        Files.createDirectories(runs());
        RunDirectory run = directory(id);
        Files.createDirectory(run.path());
        Files.createDirectory(run.inbox());
        Files.createDirectory(run.output());
        for (Path durable : List.of(run.path(), runs(), root)) {
            AtomicFile.forceDirectory(durable);
        }
        return run;
    }

    /** Makes the directories of a run, durably, as far as an earlier try has not made them. */
    public void make(RunDirectory run) throws IOException {
        for (Path folder : List.of(run.inbox(), run.output())) {
            Files.createDirectories(folder);
        }
        for (Path durable : List.of(run.path(), runs(), root)) {
            AtomicFile.forceDirectory(durable);
        }
    }

    /** Every run, the latest first; none if there was never one. */
    public List<RunDirectory> newestFirst() throws IOException {
        List<Dated> dated = new ArrayList<>();
        for (RunDirectory run : unordered()) {
            dated.add(new Dated(run, run.beganAt()));
        }
        dated.sort(Comparator.comparing(Dated::beganAt).reversed().thenComparing(one -> one.run().id()));
        return dated.stream().map(Dated::run).toList();
    }

    /**
     * Finds the run a person means: {@code @} the latest, {@code @~n} the n-th before it, or a unique beginning of an id. Runs that
     * another one has started are meant by their id alone, and so are runs without an event, unless there are no others.
     */
    public RunReference resolve(String reference) throws IOException {
        List<RunDirectory> all = newestFirst();
        Matcher fromTheLatest = FROM_THE_LATEST.matcher(reference);
        if (fromTheLatest.matches()) {
            return back(reference, stepsBack(fromTheLatest, reference), meant(all));
        }
        List<RunDirectory> candidates =
                all.stream().filter(run -> run.id().text().startsWith(reference)).toList();
        if (candidates.size() == 1) {
            return new RunReference.Found(candidates.getFirst());
        }
        return candidates.isEmpty() || reference.isEmpty()
                ? new RunReference.Unknown(reference, "no run of this repository begins with '" + reference + "'")
                : new RunReference.Ambiguous(reference, candidates.stream().map(RunDirectory::id).toList());
    }

    private static List<RunDirectory> meant(List<RunDirectory> all) {
        List<RunDirectory> own = all.stream().filter(run -> Files.notExists(run.parent())).toList();
        List<RunDirectory> begun = own.stream().filter(RunDirectory::hasBegun).toList();
        return begun.isEmpty() ? own : begun;
    }

    private static RunReference back(String reference, int steps, List<RunDirectory> all) {
        if (steps < all.size()) {
            return new RunReference.Found(all.get(steps));
        }
        return new RunReference.Unknown(
                reference,
                all.isEmpty()
                        ? "this repository has no runs yet"
                        : "'" + reference + "' goes back too far: there are " + all.size() + " runs");
    }

    private static int stepsBack(Matcher matched, String reference) {
        String digits = matched.group(1);
        if (digits != null && !digits.isEmpty()) {
            return Integer.parseInt(digits);
        }
        return reference.equals("@") ? 0 : 1;
    }

    /** Every run, in no order; none if there was never one. */
    public List<RunDirectory> unordered() throws IOException {
        try (Stream<Path> entries = Files.list(runs())) {
            return entries.filter(entry -> RunId.isRunId(nameOf(entry)))
                    .filter(Files::isDirectory)
                    .map(entry -> new RunDirectory(new RunId(nameOf(entry)), entry))
                    .toList();
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (UncheckedIOException listing) {
            throw new IOException("cannot list the runs in " + runs(), listing);
        }
    }

    private Path runs() {
        return root.resolve("runs");
    }

    private static String nameOf(Path path) {
        return String.valueOf(path.getFileName());
    }

    private record Dated(RunDirectory run, Instant beganAt) {}
}
