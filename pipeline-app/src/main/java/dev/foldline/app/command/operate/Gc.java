package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.gc.Remnant;
import dev.foldline.app.gc.Sweep;
import dev.foldline.app.run.Workspace;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code foldline gc}: removes what runs that are over have left. With {@code -n} it prints just what it would do. */
@Command(name = "gc", description = "Remove working trees and merge refs of runs that are over. What is only there is parked first; branches stay.",
        footer = {
            "  foldline gc -n",
            "  foldline gc && git for-each-ref refs/foldline/parked",
        })
public final class Gc implements Callable<Integer> {
    private final Console console;

    @Option(names = {"-n", "--dry-run"}, description = "Print what it would do, and change nothing.")
    private boolean dry;

    public Gc(Console console) { this.console = console; }

    /** What has become of something that was found. */
    private record Outcome(Remnant remnant, Optional<String> failed) {}

    @Override
    public Integer call() throws IOException {
        Asking.refuseAgents();
        try (var here = Workspace.open(console.directory(), console.environment())) {
            var sweep = new Sweep(here);
            var outcomes = Vector.<Outcome>empty();
            // One list is shown and worked through: what is printed is what is done.
            for (var remnant : sweep.found()) outcomes = outcomes.append(new Outcome(remnant, dry ? Optional.empty() : sweep.remove(remnant)));
            return told(outcomes);
        }
    }

    private int told(Vector<Outcome> outcomes) {
        var failed = outcomes.filter(each -> each.failed().isPresent());
        var exit = failed.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
        if (console.isJson()) console.print(JsonText.fields("schema", "foldline.gc/1", "ok", failed.isEmpty(), "exit", exit.value(), "dry_run", dry,
                "found", outcomes.map(Gc::document).asJava()));
        else console.print(outcomes.isEmpty() ? "Nothing is left of runs that are over.\n" : outcomes.map(each -> each.remnant().told() + "\n").mkString());
        failed.forEach(each -> console.note("still there: " + each.remnant().told() + " (" + each.failed().get() + ")"));
        return exit.value();
    }

    private static Map<String, Object> document(Outcome outcome) {
        return switch (outcome.remnant()) {
            case Remnant.Tree tree -> JsonText.fields("does", "remove", "run", tree.run().text(), "tree", tree.root().toString(),
                    "parked", tree.parked(), "failed", outcome.failed());
            case Remnant.Merge(var run, var ref, var commit) -> JsonText.fields("does", "delete", "run", run.text(), "ref", ref, "commit", commit, "failed", outcome.failed());
            case Remnant.Kept(var run, var root, var why) -> JsonText.fields("does", "keep", "run", run.text(), "tree", root.toString(), "why", why);
        };
    }
}
