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
import dev.foldline.effects.files.TemporaryFolder;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.effects.replay.RunBundle;

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
            "  foldline replay @ @~1 --policy strict.yaml",
            "                                     the same for several runs, with what is saved",
            "  foldline replay @ --break 'call the fixer'",
            "                                     the state before the fixer was called first",
            "  foldline replay events.jsonl       replay a copied log file",
            "  foldline replay @ --hermetic       repeat the recorded run without agents (exit 7 if"
                    + " it differs)",
        })
public final class ReplayCommand implements Callable<Integer> {
    /** The name and version of the JSON document. */
    static final String SCHEMA = "foldline.replay/1";

    private final Console console;
    private final List<TemporaryFolder> unpacked = new ArrayList<>();

    @Parameters(
            arity = "0..*",
            paramLabel = "RUN[:SEQ]|FILE",
            description = {
                "Run, point in its log, log file, or bundle (default: latest run).",
                "--policy and --set take several."
            })
    private List<String> sources = new ArrayList<>();

    @Option(names = "--to", paramLabel = "SEQ", description = "Stop after this event.")
    private long to = Long.MAX_VALUE;

    @ArgGroup(exclusive = false)
    private @Nullable Hermetic hermetic;

    /** The options of a replay without the outside. */
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

    @Option(
            names = "--break",
            paramLabel = "RULE",
            defaultValue = "",
            description = "Stop before the first decision that follows this rule.")
    private String breakpoint = "";

    public ReplayCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        try {
            return replay();
        } finally {
            for (var each : unpacked) each.close();
        }
    }

    private int replay() throws IOException {
        if (to < 1)
            throw new UserError("event numbers start at 1", "--to " + to, "", ExitCode.USAGE);
        boolean isRedecided = !policy.isEmpty() || !assignments.isEmpty();
        if (sources.size() > 1 && (!isRedecided || hermetic != null && hermetic.wanted))
            throw new UserError(
                    "several runs without another policy",
                    String.join(" ", sources),
                    "name one run, or decide under another policy",
                    ExitCode.USAGE);
        if (!breakpoint.isEmpty() && (isRedecided || verify || hermetic != null))
            throw new UserError(
                    "a breakpoint in a replay that compares",
                    "--break",
                    "leave out the other options, or --break",
                    ExitCode.USAGE);
        var source = sources.isEmpty() ? "@" : sources.getFirst();
        if (hermetic != null && hermetic.wanted)
            return new HermeticCommand(console).replay(source, hermetic.into);
        if (isRedecided) return redecided();
        var replayed = replayed(source);
        if (!breakpoint.isEmpty())
            return new RuleBreakpoint(console, breakpoint).of(replayed.history(), replayed.last());
        return verify ? verified(replayed) : printState(replayed);
    }

    /** A log and the number of the last event to be replayed. */
    record Replayed(RunHistory history, long last) {}

    private int redecided() throws IOException {
        var all = new ArrayList<Replayed>();
        for (var each : sources.isEmpty() ? List.of("@") : sources) all.add(replayed(each));
        return new PolicyReplay(console, policy, assignments).of(all);
    }

    private Replayed replayed(String source) throws IOException {
        var file = console.resolve(source);
        if (Files.isRegularFile(file) && RunBundle.isBundle(file)) {
            unpacked.add(RecordedRuns.scratch());
            var run = RecordedRuns.unpacked(console, file, unpacked.getLast().path()).run();
            return new Replayed(RunHistory.open(run), to);
        }
        if (Files.isRegularFile(file)) return new Replayed(RunHistory.ofFile(file), to);
        if (source.contains("/") || source.endsWith(".jsonl"))
            throw new UserError(
                    "no such file", file.toString(), "foldline replay @", ExitCode.USAGE);
        var run = RunArgument.parse(source);
        return new Replayed(
                RunHistory.open(
                        verify
                                ? RunLookup.findUnchecked(console, run)
                                : RunLookup.find(console, run)),
                Math.min(to, run.seq().orElse(Long.MAX_VALUE)));
    }

    private int printState(Replayed replayed) throws IOException {
        var history = replayed.history();
        var last = new ArrayList<Point>(1);
        history.walk(
                moment -> {
                    last.clear();
                    last.add(new Point(moment.seq(), moment.after()));
                    return moment.seq() < replayed.last();
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

    private int verified(Replayed replayed) throws IOException {
        var history = replayed.history();
        // Before the log is read: its driver may be appending.
        var missing = history.missing().filter(damage -> damage.line() <= replayed.last());
        if (missing.isPresent() && !console.isJson())
            throw DamagedLog.of(history.log(), missing.get(), history.name());
        return switch (Verification.of(history, replayed.last())) {
            case Verdict.Confirmed it when missing.isPresent() -> cut(history, it, missing.get());
            case Verdict.Confirmed it ->
                    printVerdict(
                            history,
                            it,
                            "confirmed",
                            "every decision follows from the events before it: "
                                    + ValueFormatter.count(it.seq(), "event")
                                    + ", "
                                    + ValueFormatter.count(it.decisions(), "decision"));
            case Verdict.OtherRules it ->
                    printVerdict(
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

    private int printVerdict(RunHistory history, Verdict verdict, String word, String text) {
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
