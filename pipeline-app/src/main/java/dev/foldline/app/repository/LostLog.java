package dev.foldline.app.repository;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.StorageFailure;
import dev.foldline.app.error.UserError;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The remains of a run whose log has no events any more. Without its log the run cannot resume, and
 * Foldline never removes what remains.
 *
 * @param files names of the files in its folder
 * @param tree its own working tree, if it exists
 * @param refs its private refs in the repository
 * @param seen the state in its snapshot
 */
public record LostLog(
        RunDirectory run,
        Vector<Path> files,
        Optional<Path> tree,
        Vector<String> refs,
        Optional<RunLog.Saved> seen) {

    /**
     * Looks at a run without events.
     *
     * @param refs all of its repository, as far as they were asked for
     * @return nothing if it never began: there is only what is made before the first event
     */
    public static Optional<LostLog> of(RunDirectory run, Collection<String> refs)
            throws IOException {
        var own =
                RunLocation.remembered(run)
                        .filter(root -> root.endsWith(run.id().text()) && Files.exists(root));
        var kept =
                Vector.ofAll(refs)
                        .filter(
                                ref ->
                                        ref.startsWith("refs/foldline/")
                                                && (ref + "/").contains("/" + run.id() + "/"))
                        .sorted();
        var files = Vector.ofAll(run.worked());
        return files.isEmpty() && own.isEmpty() && kept.isEmpty()
                ? Optional.empty()
                : Optional.of(new LostLog(run, files, own, kept, RunLog.lastSeen(run)));
    }

    /** Reports a run without a log. */
    public static UserError absent(RunDirectory run) {
        return refusal(
                run,
                new UserError(
                        "run " + run.id() + " has no log",
                        run.events().toString(),
                        "foldline doctor",
                        ExitCode.FAILED));
    }

    /** Returns the error for a command on a run whose log is empty. */
    public static UserError empty(RunDirectory run) {
        return refusal(
                run,
                new UserError(
                        "the log of " + run.id() + " is empty: the run never started",
                        run.events().toString(),
                        "foldline doctor",
                        ExitCode.FAILED));
    }

    private static UserError refusal(RunDirectory run, UserError neverBegan) {
        try {
            return of(run, List.of()).isEmpty()
                    ? neverBegan
                    : new UserError(
                            "the log of run " + run.id() + " is lost",
                            run.events().toString(),
                            "foldline doctor",
                            ExitCode.FAILED);
        } catch (IOException unreadable) {
            return StorageFailure.of(unreadable, run.path().toString(), "");
        }
    }

    /** Describes in one sentence what remains of the run. */
    public String describe() {
        return Vector.<String>empty()
                .appendAll(
                        seen
                                .map(
                                        saved ->
                                                "its state after event "
                                                        + saved.at().seq()
                                                        + " ("
                                                        + run.snapshot().getFileName()
                                                        + ")")
                                .stream()
                                .toList())
                .appendAll(branch().map(branch -> "branch " + branch).stream().toList())
                .appendAll(refs)
                .appendAll(tree.map(root -> "its working tree " + root).stream().toList())
                .appendAll(
                        files.filter(
                                        file ->
                                                !file.equals(head())
                                                        && (seen.isEmpty()
                                                                || !file.equals(run.snapshot())))
                                .map(file -> String.valueOf(file.getFileName())))
                .appendAll(
                        HeadFile.read(run.events())
                                .map(
                                        at ->
                                                "its last event number "
                                                        + at.seq()
                                                        + " ("
                                                        + head().getFileName()
                                                        + ")")
                                .stream()
                                .toList())
                .mkString(", ");
    }

    /**
     * Returns what the user can do next.
     *
     * @param restart the command that restarts its task, if it worked on one
     */
    public String remedy(Optional<String> restart) {
        return Vector.of("restore " + run.events() + " from a backup")
                .appendAll(restart.map(command -> "restart the task: " + command).stream().toList())
                .appendAll(
                        files.exists(file -> file.endsWith("feature.yaml"))
                                ? Vector.of(
                                        "continue from its files: foldline run --workflow "
                                                + Feature.NAME
                                                + " --given '"
                                                + run.path()
                                                + "'")
                                : Vector.empty())
                .appendAll(
                        branch().map(branch -> "see its commits: git log " + branch).stream()
                                .toList())
                .appendAll(refs.lastOption().map(ref -> "see what was saved: git show " + ref))
                .appendAll(
                        tree.map(root -> "see its tree: git -C '" + root + "' status").stream()
                                .toList())
                .append("or, if you need none of it: rm -r '" + run.path() + "'")
                .mkString("; ");
    }

    private Path head() {
        return HeadFile.of(run.events());
    }

    private Optional<String> branch() {
        return seen.flatMap(saved -> saved.state().ledger().repository().branch().toJavaOptional());
    }
}
