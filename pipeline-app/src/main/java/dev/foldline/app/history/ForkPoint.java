package dev.foldline.app.history;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.InitialState.Origin;
import dev.foldline.core.event.InitialState.Problem;
import dev.foldline.core.event.InitialState.Progress;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.OptionalLong;

/**
 * A point at which a run can be forked: no effect is in progress, no gate is open, and the files
 * are those of a commit.
 *
 * @param started the first event of the run
 * @param commit the commit
 */
public record ForkPoint(RunStarted started, Point point, String commit) {

    /**
     * Finds the last such point up to an event.
     *
     * @param seq the number of an event; none means the end of the log
     * @throws UserError if the log has no such event, or no point before it can be forked
     */
    public static ForkPoint of(RunHistory history, OptionalLong seq) throws IOException {
        long last = seq.orElse(Long.MAX_VALUE);
        var search = new Search();
        long visited =
                history.walk(
                        step -> {
                            if (step.seq() <= last) search.visit(step);
                            return step.seq() < last;
                        });
        if (seq.isPresent() && visited != last) history.at(last);
        if (search.found.isEmpty())
            throw new UserError(
                    "no event up to "
                            + visited
                            + " can be forked: a fork starts at a commit, with no effect in"
                            + " progress and no gate open",
                    history.name() + ":" + visited,
                    "foldline log " + history.name() + " --grep commit",
                    ExitCode.USAGE);
        return search.found.getLast();
    }

    /** Returns what the fork starts with, on this branch. */
    public InitialState initialState(String branch) {
        var state = point.state();
        var ledger = state.ledger();
        return new InitialState(
                ledger.artifacts(),
                Vector.empty(),
                Option.of(
                        new Progress(
                                new Position(
                                        state.at().stage(),
                                        state.at().turn(),
                                        state.at().phase(),
                                        0),
                                state.items().lists(),
                                ledger.executions(),
                                state.usage().routeUses(),
                                ledger.submitted()
                                        .filterValues(Vector::nonEmpty)
                                        .mapValues(Vector::last),
                                Option.of(branch),
                                Option.of(commit),
                                new Problem.None(),
                                Vector.empty(),
                                state.items().verified())),
                Option.of(
                        new Origin(state.header().run(), point.seq(), ledger.repository().base())));
    }

    /** Follows whether the files are those of the last commit. */
    private static final class Search {
        private final ArrayList<ForkPoint> found = new ArrayList<>(1);
        private final ArrayList<RunStarted> started = new ArrayList<>(1);
        private boolean isClean;

        private void visit(ReplayStep step) {
            if (step.event() instanceof RunStarted first) started.add(first);
            isClean = isClean(step.event());
            var state = step.after();
            if (!isClean || !isSettled(state)) return;
            for (var head :
                    state.ledger().repository().head().orElse(state.ledger().repository().base())) {
                found.clear();
                found.add(new ForkPoint(started.getFirst(), new Point(step.seq(), state), head));
            }
        }

        private boolean isClean(Event event) {
            return switch (event) {
                case GitEvent.BranchOpened _,
                        GitEvent.WorkCommitted _,
                        GitEvent.TreeReset _,
                        GitEvent.BranchRebased _ ->
                        true;
                case CheckEvent.CheckPassed passed ->
                        isClean && passed.before().equals(passed.after());
                case EffectStarted _, AgentEvent _, CheckEvent _ -> false;
                default -> isClean;
            };
        }
    }

    private static boolean isSettled(PipelineState state) {
        return state.isFree()
                && !state.isAtEnd()
                && !(state.lifecycle() instanceof Lifecycle.Ended)
                && state.slots().gate() instanceof GateSlot.Idle
                && (state.slots().recovery() instanceof Recovery.Idle
                        || state.slots().recovery() instanceof Recovery.Halted)
                && state.slots().continuation() instanceof Continuation.Idle
                && state.items().children().isEmpty();
    }
}
