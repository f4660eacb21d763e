package dev.foldline.core.verdict;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The runs of a check that verdicts compare, and the latest verdict.
 *
 * @param base the run before any change; none if there was none
 * @param doubted a run that failed and is to be made once more on the same tree; none without one
 * @param verdict the latest verdict; none before the first
 * @param flakes all failures so far that passed when they ran again, at most {@link #FLAKES_MAX}
 */
public record Judgement(
        Option<CheckRun> base,
        Option<CheckRun> doubted,
        Option<Verdict> verdict,
        Vector<CheckFailure> flakes) {
    private static final int FLAKES_MAX = 200;

    public static final Judgement NONE =
            new Judgement(Option.none(), Option.none(), Option.none(), Vector.empty());

    /** Returns the doubted run if this one was made on the tree that it left. */
    public Option<CheckRun> doubtedOn(String tree) {
        return doubted.filter(run -> run.tree().equals(tree));
    }

    public Judgement doubting(CheckRun run) {
        return new Judgement(base, Option.of(run), verdict, flakes);
    }

    public Judgement undoubted() {
        return doubted.isEmpty() ? this : new Judgement(base, Option.none(), verdict, flakes);
    }

    public Judgement withBase(CheckRun run) {
        return new Judgement(Option.of(run), doubted, verdict, flakes);
    }

    /** Ends the doubt. */
    public Judgement judged(Verdict latest) {
        return new Judgement(
                base,
                Option.none(),
                Option.of(latest),
                flakes.appendAll(latest.flakes()).distinct().take(FLAKES_MAX));
    }

    /** Returns what failed before any change. */
    public Vector<CheckFailure> knownFailures() {
        return base.map(run -> new Verdict.Compared(base, run, Option.none()).lasting())
                .getOrElse(Vector.empty());
    }
}
