package dev.foldline.app.command.inspect;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.JsonText.Raw;
import dev.foldline.app.command.RunArgument;
import dev.foldline.app.history.History;
import dev.foldline.app.history.Point;
import dev.foldline.app.history.SlotWords;
import dev.foldline.app.history.Verification;
import dev.foldline.app.history.Verification.Verdict;
import dev.foldline.app.history.Words;
import dev.foldline.effects.json.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Folds a log again, offline, and compares every decision if asked to. */
@Command(name = "replay", description = "Fold a log again, offline.",
        footer = {
            "  foldline replay @ --verify         every decision again, compared with the log (exit 7 if one differs)",
            "  foldline replay events.jsonl       a log that was copied here",
        })
public final class Replay implements Callable<Integer> {
    /** The name and version of the JSON document. */
    static final String SCHEMA = "foldline.replay/1";

    private final Console console;

    @Parameters(arity = "0..1", paramLabel = "RUN|FILE", defaultValue = "@", description = "A run, or the file of a log.")
    private String source = "@";

    @Option(names = "--to", paramLabel = "SEQ", description = "Stop after this event.")
    private long to = Long.MAX_VALUE;

    @Option(names = "--verify", description = "Derive every decision again and compare it with the log.")
    private boolean verify;

    public Replay(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        if (to < 1) throw new UserError("events count from 1", "--to " + to, "", ExitCode.USAGE);
        var history = history();
        return verify ? verified(history) : folded(history);
    }

    private History history() throws IOException {
        var file = console.resolve(source);
        if (Files.isRegularFile(file)) return History.ofFile(file);
        if (source.contains("/") || source.endsWith(".jsonl")) throw new UserError("there is no such file", file.toString(), "foldline replay @", ExitCode.USAGE);
        return History.open(RunArgument.parse(source).find(console));
    }

    private int folded(History history) throws IOException {
        var last = new ArrayList<Point>(1);
        history.walk(moment -> {
            last.clear();
            last.add(new Point(moment.seq(), moment.after()));
            return moment.seq() < to;
        });
        var point = last.getFirst();
        if (console.isJson()) {
            console.print(JsonText.fields("schema", SCHEMA, "ok", true, "exit", 0, "source", history.name(), "seq", point.seq(), "verdict", "folded",
                    "state", new Raw(Wire.toJson(point.state()))));
        } else {
            console.print(Words.count(point.seq(), "event") + " folded: " + SlotWords.of(point.state().life()) + ", " + Words.place(point.state()) + "\n");
        }
        return ExitCode.DONE.value();
    }

    private int verified(History history) throws IOException {
        return switch (Verification.of(history, to)) {
            case Verdict.Confirmed it  -> say(history, it, "confirmed", "every decision follows from the events before it: "
                    + Words.count(it.seq(), "event") + ", " + Words.count(it.decisions(), "decision"));
            case Verdict.OtherRules it -> say(history, it, "other_rules", "other rules: the run was started under rules " + it.recorded()
                    + ", these are rules " + it.ours() + "; " + Words.count(it.seq(), "event") + " folded, no decision compared");
            case Verdict.Diverged it   -> diverged(history, it);
        };
    }

    private int say(History history, Verdict verdict, String word, String text) {
        if (console.isJson()) console.print(document(history, verdict, word, ExitCode.DONE));
        else console.print(text + "\n");
        return ExitCode.DONE.value();
    }

    private int diverged(History history, Verdict.Diverged it) {
        if (!console.isJson()) {
            throw new UserError("event " + it.seq() + " does not follow from the events before it: " + it.what(),
                    history.log() + ":" + it.seq(), explain(history, it), ExitCode.DIVERGED);
        }
        var document = document(history, it, "diverged", ExitCode.DIVERGED);
        document.put("divergence", JsonText.fields("seq", it.seq(), "what", it.what(), "event", new Raw(Wire.toJson(it.event())),
                "recorded_rule", it.recordedRule(), "derived", new Raw(Wire.toJson(it.derived()))));
        document.put("next", java.util.List.of(explain(history, it)));
        console.print(document);
        return ExitCode.DIVERGED.value();
    }

    private static String explain(History history, Verdict.Diverged it) {
        var before = Math.max(1, it.seq() - 1);
        return history.isRun() ? "foldline explain " + history.name() + ":" + before : "foldline replay " + history.name() + " --to " + before;
    }

    private static Map<String, Object> document(History history, Verdict verdict, String word, ExitCode exit) {
        return JsonText.fields("schema", SCHEMA, "ok", exit == ExitCode.DONE, "exit", exit.value(), "source", history.name(),
                "seq", verdict.seq(), "verdict", word);
    }
}
