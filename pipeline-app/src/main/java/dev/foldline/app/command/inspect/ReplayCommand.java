package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.command.RunLookup;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.SlotFormatter;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.history.Verification;
import dev.foldline.app.history.Verification.Verdict;
import dev.foldline.app.operation.RunArgument;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.app.repository.DamagedLog;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogDamage;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Folds a log again, offline, and compares every decision if asked to. */
@Command(
        name = "replay",
        description = "Replay a log offline.",
        footer = {
            "  foldline replay @ --verify         derive every decision again and compare (exit 7"
                    + " if one differs)",
            "  foldline replay @ --set limits.cycles=2",
            "                                     the first decision that would differ under"
                    + " another policy",
            "  foldline replay events.jsonl       replay a copied log file",
            "  foldline replay @ --hermetic       repeat the recorded run without agents (exit 7 if"
                    + " it differs)",
        })
public final class ReplayCommand implements Callable<Integer> {
    /** The name and version of the JSON document. */
    static final String SCHEMA = "foldline.replay/1";

    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN[:SEQ]|FILE",
            defaultValue = "@",
            description = "Run, point in its log, or log file (default: latest run).")
    private String source = "@";

    @Option(names = "--to", paramLabel = "SEQ", description = "Stop after this event.")
    private long to = Long.MAX_VALUE;

    @ArgGroup(exclusive = false)
    private @Nullable Hermetic hermetic;

    /** What a replay without the outside is told. */
    static final class Hermetic {
        @Option(
                names = "--hermetic",
                required = true,
                description = {
                    "Repeat the recorded run in a scratch repository, without agents and checks,",
                    "and compare every event and commit."
                })
        private boolean wanted;

        @Option(
                names = "--into",
                paramLabel = "DIR",
                description = "Keep the scratch repository in this new folder.")
        private @Nullable Path into;
    }

    @Option(
            names = "--verify",
            description = "Derive every decision again and compare it with the log.")
    private boolean verify;

    @Option(
            names = "--policy",
            paramLabel = "FILE",
            defaultValue = "",
            description = "Decide again under the configuration in this file, and compare.")
    private String policy = "";

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Decide again with this setting, and compare; repeatable.")
    private List<String> assignments = new ArrayList<>();

    public ReplayCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (to < 1)
            throw new UserError("event numbers start at 1", "--to " + to, "", ExitCode.USAGE);
        if (hermetic != null && hermetic.wanted)
            return new HermeticCommand(console).replay(source, hermetic.into);
        var history = history();
        if (!policy.isEmpty() || !assignments.isEmpty())
            return new PolicyReplay(console, policy, assignments).of(history);
        return verify ? verified(history) : printState(history);
    }

    private RunHistory history() throws IOException {
        var file = console.resolve(source);
        if (Files.isRegularFile(file)) return RunHistory.ofFile(file);
        if (source.contains("/") || source.endsWith(".jsonl"))
            throw new UserError(
                    "no such file", file.toString(), "foldline replay @", ExitCode.USAGE);
        var run = RunArgument.parse(source);
        to = Math.min(to, run.seq().orElse(Long.MAX_VALUE));
        return RunHistory.open(
                verify ? RunLookup.findUnchecked(console, run) : RunLookup.find(console, run));
    }

    private int printState(RunHistory history) throws IOException {
        var last = new ArrayList<Point>(1);
        history.walk(
                moment -> {
                    last.clear();
                    last.add(new Point(moment.seq(), moment.after()));
                    return moment.seq() < to;
                });
        var point = last.getFirst();
        if (console.isJson()) {
            console.print(
                    JsonOutput.fields(
                            "schema",
                            SCHEMA,
                            "ok",
                            true,
                            "exit",
                            0,
                            "source",
                            history.name(),
                            "seq",
                            point.seq(),
                            "verdict",
                            "folded",
                            "state",
                            new Raw(Wire.toJson(point.state()))));
        } else {
            console.print(
                    ValueFormatter.count(point.seq(), "event")
                            + " folded: "
                            + SlotFormatter.of(point.state().lifecycle())
                            + ", "
                            + ValueFormatter.place(point.state())
                            + "\n");
        }
        return ExitCode.DONE.value();
    }

    private int verified(RunHistory history) throws IOException {
        // Before the log is read: its driver may be appending.
        var missing = history.missing().filter(damage -> damage.line() <= to);
        if (missing.isPresent() && !console.isJson())
            throw DamagedLog.of(history.log(), missing.get(), history.name());
        return switch (Verification.of(history, to)) {
            case Verdict.Confirmed it when missing.isPresent() -> cut(history, it, missing.get());
            case Verdict.Confirmed it ->
                    say(
                            history,
                            it,
                            "confirmed",
                            "every decision follows from the events before it: "
                                    + ValueFormatter.count(it.seq(), "event")
                                    + ", "
                                    + ValueFormatter.count(it.decisions(), "decision"));
            case Verdict.OtherRules it ->
                    say(
                            history,
                            it,
                            "other_rules",
                            "different rules: the run was started under rules version "
                                    + it.recorded()
                                    + ", this is version "
                                    + it.ours()
                                    + "; "
                                    + ValueFormatter.count(it.seq(), "event")
                                    + " replayed, no decisions compared");
            case Verdict.Diverged it -> diverged(history, it);
        };
    }

    private int say(RunHistory history, Verdict verdict, String word, String text) {
        if (console.isJson()) console.print(document(history, verdict, word, ExitCode.DONE));
        else console.print(text + "\n");
        return ExitCode.DONE.value();
    }

    /** Every line follows from those before it, and there were more of them. */
    private int cut(RunHistory history, Verdict.Confirmed it, LogDamage damage) {
        var document = document(history, it, "cut", ExitCode.DIVERGED);
        document.put(
                "error",
                JsonOutput.fields(
                        "message", damage.message(), "place", history.log() + ":" + damage.line()));
        document.put("next", List.of("foldline log repair " + history.name()));
        console.print(document);
        return ExitCode.DIVERGED.value();
    }

    private int diverged(RunHistory history, Verdict.Diverged it) {
        if (!console.isJson()) {
            throw new UserError(
                    "event "
                            + it.seq()
                            + " does not follow from the events before it: "
                            + it.what(),
                    history.log() + ":" + it.seq(),
                    explain(history, it),
                    ExitCode.DIVERGED);
        }
        var document = document(history, it, "diverged", ExitCode.DIVERGED);
        document.put(
                "divergence",
                JsonOutput.fields(
                        "seq",
                        it.seq(),
                        "what",
                        it.what(),
                        "event",
                        new Raw(Wire.toJson(it.event())),
                        "recorded_rule",
                        it.recordedRule(),
                        "derived",
                        new Raw(Wire.toJson(it.derived()))));
        document.put("next", List.of(explain(history, it)));
        console.print(document);
        return ExitCode.DIVERGED.value();
    }

    private static String explain(RunHistory history, Verdict.Diverged it) {
        var before = Math.max(1, it.seq() - 1);
        return history.isRun()
                ? "foldline explain " + history.name() + ":" + before
                : "foldline replay " + history.name() + " --to " + before;
    }

    private static Map<String, Object> document(
            RunHistory history, Verdict verdict, String word, ExitCode exit) {
        return JsonOutput.fields(
                "schema",
                SCHEMA,
                "ok",
                exit == ExitCode.DONE,
                "exit",
                exit.value(),
                "source",
                history.name(),
                "seq",
                verdict.seq(),
                "verdict",
                word);
    }
}
