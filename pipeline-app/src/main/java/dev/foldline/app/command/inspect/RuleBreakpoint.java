package dev.foldline.app.command.inspect;

import dev.foldline.app.command.Console;
import dev.foldline.app.config.key.SpellingSuggestion;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.EffectFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.JsonOutput.Raw;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.decide.Rule;
import dev.foldline.core.decide.Rules;
import dev.foldline.effects.json.Wire;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.ArrayList;

/**
 * Stops a replay after the first event whose next decision follows a rule.
 *
 * @param rule the name of the rule, or its beginning
 */
record RuleBreakpoint(Console console, String rule) {
    private static final int LATER_MAX = 8;

    /**
     * @param to the number of the last event
     */
    int of(RunHistory history, long to) throws IOException {
        var name = name(history);
        var first = new ArrayList<ReplayStep>(1);
        var later = new ArrayList<Long>();
        history.walk(
                step -> {
                    if (Rules.decide(step.after()).rule().equals(name)) {
                        if (first.isEmpty()) first.add(step);
                        else later.add(step.seq());
                    }
                    return step.seq() < to;
                });
        if (first.isEmpty())
            throw new UserError(
                    "no decision follows the rule '" + name + "'",
                    history.name(),
                    "foldline explain " + history.name(),
                    ExitCode.FAILED);
        print(history, name, first.getFirst(), later);
        return ExitCode.DONE.value();
    }

    private String name(RunHistory history) {
        var names = Rules.IN_ORDER.map(Rule::name);
        var meant = names.filter(each -> each.equals(rule));
        if (meant.isEmpty()) meant = names.filter(each -> each.startsWith(rule));
        if (meant.size() == 1) return meant.head();
        throw new UserError(
                meant.isEmpty()
                        ? "no rule is named '" + rule + "'"
                        : "several rules begin with '" + rule + "': " + meant.mkString(", "),
                "--break",
                "foldline replay "
                        + history.name()
                        + " --break "
                        + ShellWord.of(nearest(meant.isEmpty() ? names : meant)),
                ExitCode.USAGE);
    }

    private String nearest(Vector<String> names) {
        return SpellingSuggestion.to(rule, names.asJava()).orElse(names.head());
    }

    private void print(RunHistory history, String name, ReplayStep at, ArrayList<Long> later) {
        var effect = Rules.decide(at.after()).effect();
        if (console.isJson()) {
            console.print(
                    JsonOutput.fields(
                            "schema",
                            ReplayCommand.SCHEMA,
                            "ok",
                            true,
                            "exit",
                            0,
                            "source",
                            history.name(),
                            "seq",
                            at.seq(),
                            "verdict",
                            "break",
                            "rule",
                            name,
                            "effect",
                            new Raw(Wire.toJson(effect)),
                            "later",
                            later,
                            "state",
                            new Raw(Wire.toJson(at.after()))));
            return;
        }
        console.print(
                "event "
                        + at.seq()
                        + ": the next decision follows the rule '"
                        + name
                        + "'\n  effect    "
                        + EffectFormatter.of(effect)
                        + "\n"
                        + (later.isEmpty() ? "" : "  later     events " + some(later) + "\n")
                        + "  state     foldline show "
                        + history.name()
                        + ":"
                        + at.seq()
                        + "\n");
    }

    private static String some(ArrayList<Long> later) {
        return Vector.ofAll(later).take(LATER_MAX).mkString(", ")
                + (later.size() > LATER_MAX ? " and " + (later.size() - LATER_MAX) + " more" : "");
    }
}
