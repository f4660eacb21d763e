package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.GarbageCollector;
import dev.foldline.app.repository.Leftover;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.SharedRuns;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** Removes what finished runs have left in the repository. */
final class LeftoverCommands {
    private static final Field<Boolean> DRY_RUN =
            Field.truth("dry_run", "print what would be removed, and change nothing")
                    .asFlag("", "-n", "--dry-run");

    private static final Field<Boolean> RECORDINGS =
            Field.truth("recordings", "remove recordings too; those runs cannot be replayed then");

    private static final Field<Boolean> IGNORED =
            Field.truth(
                    "ignored",
                    "delete ignored files with their worktree instead of saving them; without it, a"
                            + " worktree stays that has too large ones");

    private static final Field<String> SHARED =
            Field.text(
                            "shared",
                            "instead, remove shared runs that have ended from this remote or"
                                    + " repository, if this clone has all of them")
                    .asFlag("REMOTE", "--shared")
                    .onCommandLineOnly();

    private LeftoverCommands() {}

    static final Operation GC =
            Operation.command(
                            "gc",
                            "Remove worktrees, merge refs and landed branches of finished runs."
                                    + " Work that exists only there is saved to a ref first.",
                            "foldline.gc/1",
                            Repetition.IDEMPOTENT,
                            (context, input) ->
                                    input.find(SHARED).isDefined()
                                            ? removeShared(context, input)
                                            : context.withRepository(
                                                    here -> collect(context, here, input)))
                    .withFields(DRY_RUN, RECORDINGS, IGNORED, SHARED)
                    .withExamples(
                            "foldline gc -n", "foldline gc && git for-each-ref refs/foldline/stash")
                    .withFailures(ExitCode.FAILED, ExitCode.UNAVAILABLE);

    /** What has become of something that was found. */
    private record Outcome(Leftover leftover, Optional<String> failure) {}

    private static OperationResult collect(OperationContext context, Workspace here, Input input)
            throws IOException {
        var dry = input.get(DRY_RUN);
        var collector = new GarbageCollector(here, input.get(IGNORED));
        var outcomes = Vector.<Outcome>empty();
        // One list is shown and worked through: what is printed is what is done.
        var found =
                input.get(RECORDINGS)
                        ? collector.found().appendAll(collector.recordings())
                        : collector.found();
        for (var leftover : found)
            outcomes =
                    outcomes.append(
                            new Outcome(
                                    leftover, dry ? Optional.empty() : collector.remove(leftover)));
        return result(context, outcomes, dry);
    }

    /** A clone that does not have a run keeps it where it is: its work may be only there. */
    private static OperationResult removeShared(OperationContext context, Input input)
            throws IOException {
        var shared = new SharedCommands(context, input.find(SHARED).get()).runs();
        var checked = shared.removals();
        var found = input.get(DRY_RUN) ? checked : shared.remove(checked);
        return OperationResult.of(
                JsonOutput.fields(
                        "schema",
                        "foldline.gc/1",
                        "ok",
                        true,
                        "exit",
                        0,
                        "dry_run",
                        input.get(DRY_RUN),
                        "found",
                        found.map(
                                        run ->
                                                JsonOutput.fields(
                                                        "does",
                                                        run.obstacle().isEmpty()
                                                                ? "remove"
                                                                : "keep",
                                                        "run",
                                                        run.lease().lease().run(),
                                                        "why",
                                                        run.obstacle()))
                                .asJava()),
                _ ->
                        found.isEmpty()
                                ? "Nothing to remove.\n"
                                : found.map(LeftoverCommands::line).mkString());
    }

    private static String line(SharedRuns.RemovalCheck run) {
        return run.obstacle()
                .map(why -> "keep shared run " + run.lease().lease().run() + ": " + why + "\n")
                .getOrElse(() -> "remove shared run " + run.lease().lease().run() + "\n");
    }

    private static OperationResult result(
            OperationContext context, Vector<Outcome> outcomes, boolean dry) {
        var failed = outcomes.filter(each -> each.failure().isPresent());
        var exit = failed.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
        failed.forEach(
                each ->
                        context.notices()
                                .accept(
                                        "not removed: "
                                                + each.leftover().describe()
                                                + " ("
                                                + each.failure().get()
                                                + ")"));
        return new OperationResult(
                JsonOutput.fields(
                        "schema",
                        "foldline.gc/1",
                        "ok",
                        failed.isEmpty(),
                        "exit",
                        exit.value(),
                        "dry_run",
                        dry,
                        "found",
                        outcomes.map(LeftoverCommands::document).asJava()),
                _ ->
                        outcomes.isEmpty()
                                ? "Nothing to remove.\n"
                                : outcomes.map(each -> each.leftover().describe() + "\n")
                                        .mkString(),
                exit);
    }

    private static Map<String, Object> document(Outcome outcome) {
        return switch (outcome.leftover()) {
            case Leftover.Tree tree -> document(tree, outcome);
            case Leftover.Merge(var run, var ref, var commit) ->
                    JsonOutput.fields(
                            "does",
                            "delete",
                            "run",
                            run.text(),
                            "ref",
                            ref,
                            "commit",
                            commit,
                            "failed",
                            outcome.failure());
            case Leftover.Branch(var run, var branch, var commit, var ref) ->
                    JsonOutput.fields(
                            "does",
                            "delete",
                            "run",
                            run.text(),
                            "branch",
                            branch,
                            "commit",
                            commit,
                            "stash",
                            ref,
                            "failed",
                            outcome.failure());
            case Leftover.Folder(var path) ->
                    JsonOutput.fields(
                            "does",
                            "remove",
                            "folder",
                            path.toString(),
                            "failed",
                            outcome.failure());
            case Leftover.Recording(var run, var bytes) ->
                    JsonOutput.fields(
                            "does",
                            "remove",
                            "run",
                            run.text(),
                            "recording_bytes",
                            bytes,
                            "failed",
                            outcome.failure());
            case Leftover.Kept(var run, var root, var why) ->
                    JsonOutput.fields(
                            "does", "keep", "run", run.text(), "tree", root.toString(), "why", why);
        };
    }

    private static Map<String, Object> document(Leftover.Tree tree, Outcome outcome) {
        return JsonOutput.fields(
                "does",
                "remove",
                "run",
                tree.run().text(),
                "tree",
                tree.root().toString(),
                "stash",
                tree.stash(),
                "ignored_stash",
                tree.ignoredStash(),
                "ignored_saved",
                tree.ignored().saved().asJava(),
                "ignored_deleted",
                tree.ignored().deleted().asJava(),
                "failed",
                outcome.failure());
    }
}
