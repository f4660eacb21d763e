package dev.foldline.effects.store;

import dev.foldline.effects.redact.Redaction;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * All runs of a repository and their shared blobs: the directory {@code <git common dir>/foldline}.
 *
 * @param redaction what is removed from everything that is written about a run
 */
public record Runs(Path root, Redaction redaction) {
    /** The file name of the tables. */
    public static final String TABLES = "state.sqlite";

    /** The folder with blobs from which everything that has the form of a secret is removed. */
    public Runs(Path root) {
        this(root, Redaction.OF_SHAPES);
    }

    /**
     * Returns the runs of the repository with this common directory, which all linked worktrees
     * share. Everything that has the form of a secret is removed from blobs.
     */
    public static Runs of(Path gitCommonDirectory) {
        return of(gitCommonDirectory, Redaction.OF_SHAPES);
    }

    /** Returns the runs with this redaction. */
    public static Runs of(Path gitCommonDirectory, Redaction redaction) {
        return new Runs(gitCommonDirectory.resolve("foldline"), redaction);
    }

    public Blobs blobs() {
        return new Blobs(root.resolve("blobs"), redaction);
    }

    /** Returns the tables of all runs, a projection of their logs. */
    public Path tables() {
        return root.resolve(TABLES);
    }

    /** Returns the directory of a run, whether it exists or not. */
    public RunDirectory directory(RunId id) {
        return new RunDirectory(id, folder().resolve(id.text()));
    }

    /**
     * Creates the directories of a new run, durably.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is a run of this id
     */
    public RunDirectory create(RunId id) throws IOException {
        Files.createDirectories(folder());
        RunDirectory run = directory(id);
        Files.createDirectory(run.path());
        Files.createDirectory(run.inbox());
        Files.createDirectory(run.output());
        for (Path durable : List.of(run.path(), folder(), root)) {
            AtomicFile.forceDirectory(durable);
        }
        return run;
    }

    /** Creates the directories of a run, durably, unless an earlier attempt did. */
    public void make(RunDirectory run) throws IOException {
        for (Path folder : List.of(run.inbox(), run.output())) {
            Files.createDirectories(folder);
        }
        for (Path durable : List.of(run.path(), folder(), root)) {
            AtomicFile.forceDirectory(durable);
        }
    }

    /** Returns the index of the current runs. */
    public RunIndex index() throws IOException {
        return RunIndex.of(this);
    }

    /** Deletes the index, so that it is rebuilt from all runs. */
    public void forgetIndex() {
        IndexFile.forget(this);
    }

    /** Returns all runs, the latest first; none if there was never one. */
    public List<RunDirectory> newestFirst() throws IOException {
        return index().latestFirst().map(RunEntry::run).toList();
    }

    /** Resolves a reference to a run; see {@link RunIndex#resolve}. */
    public RunReference resolve(String reference) throws IOException {
        return index().resolve(reference);
    }

    /** Returns all runs in no order; none if there was never one. */
    public List<RunDirectory> unordered() throws IOException {
        try (Stream<Path> entries = Files.list(folder())) {
            return entries.filter(entry -> RunId.isRunId(nameOf(entry)))
                    .filter(Files::isDirectory)
                    .map(entry -> new RunDirectory(new RunId(nameOf(entry)), entry))
                    .toList();
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (UncheckedIOException listing) {
            throw new IOException("cannot list the runs in " + folder(), listing);
        }
    }

    /** Returns the folder with one folder for each run. */
    public Path folder() {
        return root.resolve("runs");
    }

    private static String nameOf(Path path) {
        return String.valueOf(path.getFileName());
    }
}
