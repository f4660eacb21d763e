package dev.foldline.app.history;

import dev.foldline.app.output.Printable;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.CommitSquash;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Usage.Measure;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Stage;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.function.LongFunction;

/** How small things are said: hashes, times, money, faults, places. */
public final class ValueFormatter {
    private static final int HASH_DIGITS = 7;
    private static final int LINE_CHARS_MAX = 160;
    private static final int MICRO_DIGITS = 6;

    private ValueFormatter() {}

    /** The beginning of a hash, as git shows it. */
    public static String hash(String hash) {
        return hash.length() <= HASH_DIGITS ? hash : hash.substring(0, HASH_DIGITS);
    }

    /** A constant as a word: {@code NEXT_AGENT} becomes {@code next agent}. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    public static String of(Fault fault) {
        var kind = of(fault.kind());
        return fault.message().isBlank() ? kind : kind + ": " + fault.message();
    }

    /** What a person is asked for who rejects. */
    public static String whyRejected(OnReject consequence) {
        return switch (consequence) {
            case REDO -> "what to change";
            case TERMINATE -> "why the run ends here";
            case CONTINUE -> "what to bear in mind";
        };
    }

    /**
     * Names the refs of commits made during a call, other changes meanwhile, and what a sandbox
     * noted; empty if there are none.
     */
    public static String beside(Option<String> reverted, Vector<String> notes) {
        return reverted.map(name -> "; commits made meanwhile are work again, and kept as " + name)
                        .getOrElse("")
                + notes.map(note -> "; " + note(note)).mkString();
    }

    /** A note about a change has no subject; one about the call itself has. */
    static String note(String note) {
        return note.startsWith("the ") ? note : "meanwhile another process " + note;
    }

    /** Formats a duration: */
    public static String duration(long millis) {
        var time = Duration.ofMillis(millis);
        if (time.toHours() > 0) return time.toHours() + "h " + time.toMinutesPart() + "m";
        if (time.toMinutes() > 0) return time.toMinutes() + "m " + time.toSecondsPart() + "s";
        return time.toSeconds() >= 10
                ? time.toSeconds() + "s"
                : millis / 1000 + "." + millis % 1000 / 100 + "s";
    }

    /** {@code 60 agent calls, 8h 0m, $5.00}: the limits there are. */
    public static String of(Budget budget) {
        return Vector.of(
                        budget.agentCallsMax().map(max -> count(max, "agent call")),
                        budget.wallMillisMax().map(ValueFormatter::duration),
                        budget.microUsdMax().map(max -> "$" + money(max)),
                        budget.tokensMax().map(max -> count(max, "token")))
                .flatMap(limit -> limit)
                .mkString(", ");
    }

    /** Millionths of a dollar as dollars, with at least two digits behind the point. */
    public static String money(long microUsd) {
        return cents(dollars(microUsd));
    }

    /** The same of an amount in dollars. */
    public static String cents(BigDecimal usd) {
        return (usd.scale() < 2 ? usd.setScale(2) : usd).toPlainString();
    }

    /**
     * Returns the amount of a measure, such as {@code at least 3, 1 call unknown}; none if no call
     * has reported or was charged with it.
     */
    public static Option<String> amount(Measure measure, LongFunction<String> words) {
        var known = measure.known().map(_ -> known(measure, words));
        if (known.isEmpty() && measure.charged() == 0) return Option.none();
        if (measure.unreported() == 0) return known;
        var charged = measure.charged() > 0 ? ", charged as " + words.apply(measure.charged()) : "";
        return Option.of(
                known.map(amount -> "at least " + amount + ", ").getOrElse("")
                        + count(measure.unreported(), "call")
                        + " unknown"
                        + charged);
    }

    /** Returns the known amount, such as {@code $3.00, of which $1.00 estimated}. */
    private static String known(Measure measure, LongFunction<String> words) {
        var amount = words.apply(measure.known().getOrElse(0L));
        if (measure.estimated().isEmpty()) return amount;
        return measure.reported().getOrElse(0L) == 0
                ? amount + " estimated"
                : amount + ", of which " + words.apply(measure.estimated().get()) + " estimated";
    }

    /** Returns a mark in front of an amount of which a part is estimated. */
    public static String approximately(Measure measure) {
        return measure.estimated().isDefined() ? "~" : "";
    }

    /** Millionths of a dollar as a number of dollars. */
    public static BigDecimal dollars(long microUsd) {
        var usd = BigDecimal.valueOf(microUsd, MICRO_DIGITS).stripTrailingZeros();
        return usd.scale() < 0 ? usd.setScale(0) : usd;
    }

    /** The first line, fit for a terminal, and cut where it would break a list of lines. */
    public static String oneLine(String text) {
        var line = Printable.line(text.strip().lines().findFirst().orElse(""));
        return line.length() <= LINE_CHARS_MAX
                ? line
                : line.substring(0, LINE_CHARS_MAX - 3) + "...";
    }

    /** Where ordinary work stands: {@code iterate 2/5, development, step 3/9}. */
    public static String place(PipelineState state) {
        return place(state, state.at());
    }

    static String place(PipelineState state, Position at) {
        if (at.stage() >= state.workflow().stages().size()) return "the end";
        var stage = state.workflow().stages().get(at.stage());
        var phase =
                at.phase() < stage.phases().size()
                        ? stage.phases().get(at.phase())
                        : stage.phases().last();
        return turn(state, stage, at.turn())
                + ", "
                + phase.id()
                + ", step "
                + Math.min(at.step() + 1, phase.steps().size())
                + "/"
                + phase.steps().size();
    }

    /** {@code iterate 2/5}; the turn is left out where there is but one. */
    static String turn(PipelineState state, Stage stage, int turn) {
        int turns =
                switch (stage.turns()) {
                    case LoopCondition.Times _, LoopCondition.Until _ -> stage.turns().countedMax();
                    case LoopCondition.EachItem(var list, _) -> state.items().list(list).size();
                };
        return turns <= 1 ? stage.id() : stage.id() + " " + (turn + 1) + "/" + turns;
    }

    /** {@code 2 commits}, or {@code 1 commit, squashed from 4}. */
    public static String commits(Ledger ledger) {
        return count(CommitSquash.onBranch(ledger).size(), "commit") + squashed(ledger);
    }

    /** {@code , squashed from 4}; empty if the run has not squashed its commits. */
    public static String squashed(Ledger ledger) {
        int from = CommitSquash.count(ledger);
        return from == 0 ? "" : ", squashed from " + from;
    }

    /** {@code 1 call}, {@code 2 calls}. */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
