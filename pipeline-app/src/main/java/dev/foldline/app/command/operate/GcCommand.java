package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonOutput;
import dev.foldline.app.gc.GarbageCollector;
import dev.foldline.app.gc.Leftover;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.Workspace;

import io.vavr.collection.Vector;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * {@code foldline gc}: removes what runs that are over have left. With {@code -n} it prints just
 * what it would do.
 */
@Command(
        name = "gc",
        description =
                "Remove worktrees and merge refs of finished runs. Work that exists only there is"
                        + " saved to a ref first; branches stay.",
        footer = {
            "  foldline gc -n",
            "  foldline gc && git for-each-ref refs/foldline/stash",
        })
public final class GcCommand implements Callable<Integer> {
    private final Console console;

    @Option(
            names = {"-n", "--dry-run"},
            description = "Print what would be removed, and change nothing.")
    private boolean dry;

    public GcCommand(Console console) {
        this.console = console;
    }

    /** What has become of something that was found. */
    private record Outcome(Leftover remnant, Optional<String> failed) {}

    @Override
    public Integer call() throws IOException {
        CallerCheck.refuseAgents();
        try (var here = Workspace.open(console.directory(), console.environment())) {
            var sweep = new GarbageCollector(here);
            var outcomes = Vector.<Outcome>empty();
            // One list is shown and worked through: what is printed is what is done.
            for (var remnant : sweep.found())
                outcomes =
                        outcomes.append(
                                new Outcome(
                                        remnant, dry ? Optional.empty() : sweep.remove(remnant)));
            return print(outcomes);
        }
    }

    private int print(Vector<Outcome> outcomes) {
        var failed = outcomes.filter(each -> each.failed().isPresent());
        var exit = failed.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
        if (console.isJson())
            console.print(
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
                            outcomes.map(GcCommand::document).asJava()));
        else
            console.print(
                    outcomes.isEmpty()
                            ? "Nothing to remove.\n"
                            : outcomes.map(each -> each.remnant().describe() + "\n").mkString());
        failed.forEach(
                each ->
                        console.note(
                                "not removed: "
                                        + each.remnant().describe()
                                        + " ("
                                        + each.failed().get()
                                        + ")"));
        return exit.value();
    }

    private static Map<String, Object> document(Outcome outcome) {
        return switch (outcome.remnant()) {
            case Leftover.Tree tree ->
                    JsonOutput.fields(
                            "does",
                            "remove",
                            "run",
                            tree.run().text(),
                            "tree",
                            tree.root().toString(),
                            "stash",
                            tree.stash(),
                            "failed",
                            outcome.failed());
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
                            outcome.failed());
            case Leftover.Kept(var run, var root, var why) ->
                    JsonOutput.fields(
                            "does", "keep", "run", run.text(), "tree", root.toString(), "why", why);
        };
    }
}
