package dev.foldline.app.history;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.AgentEvent.ModelSwitched;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.InitialState.Origin;
import dev.foldline.core.event.InitialState.Problem;
import dev.foldline.core.event.InitialState.Progress;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.effects.recording.RecordedHead;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.OptionalLong;

/**
 * A point at which a run can be forked: no effect is in progress, no gate is open, and the files
 * are those of a commit or recorded.
 *
 * @param started the first event of the run
 * @param commit the commit
 * @param work the recorded working tree on top of the commit; none if the files are the commit's
 */
public record ForkPoint(RunStarted started, Point point, String commit, Option<RecordedHead> work) {

    /** What the recording of the run has. */
    @FunctionalInterface
    public interface Recording {
        /** Nothing is recorded. */
        Recording NONE = _ -> Option.none();

        /** Returns the working tree after an effect, if it is recorded and undamaged. */
        Option<RecordedHead> after(long ticket);
    }

    /**
     * Finds the last such point up to an event.
     *
     * @param seq the number of an event; none means the end of the log
     * @throws UserError if the log has no such event, or no point before it can be forked
     */
    public static ForkPoint of(RunHistory history, OptionalLong seq, Recording recording)
            throws IOException {
        var search = new Search();
        long visited = history.walkTo(seq, search::visit);
        for (var recorded : search.recorded(recording)) return recorded;
        if (search.found.isEmpty())
            throw new UserError(
                    "no event up to "
                            + visited
                            + " can be forked: a fork starts at a commit or with recorded files,"
                            + " with no effect in progress and no gate open",
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

    /** A point at which the files are as an effect has left them. */
    private record Candidate(ForkPoint point, long ticket) {
        Option<ForkPoint> in(Recording recording) {
            return recording
                    .after(ticket)
                    .filter(head -> head.commit().equals(point.commit()))
                    .map(
                            head ->
                                    new ForkPoint(
                                            point.started(),
                                            point.point(),
                                            point.commit(),
                                            Option.of(head)));
        }
    }

    /** Follows what the files are. */
    private static final class Search {
        private final ArrayList<ForkPoint> found = new ArrayList<>(1);
        private final ArrayList<RunStarted> started = new ArrayList<>(1);
        private Vector<Candidate> candidates = Vector.empty();
        private TreeContent files = new TreeContent.Unknown();
        private TreeContent before = new TreeContent.Unknown();

        private void visit(ReplayStep step) {
            if (step.event() instanceof RunStarted first) started.add(first);
            follow(step.event());
            var state = step.after();
            if (!isSettled(state)) return;
            for (var head :
                    state.ledger().repository().head().orElse(state.ledger().repository().base()))
                add(
                        new ForkPoint(
                                started.getFirst(),
                                new Point(step.seq(), state),
                                head,
                                Option.none()));
        }

        private void add(ForkPoint point) {
            switch (files) {
                case TreeContent.OfCommit _ -> {
                    found.clear();
                    found.add(point);
                    candidates = Vector.empty();
                }
                case TreeContent.AfterEffect(var ticket) ->
                        candidates = candidates.append(new Candidate(point, ticket));
                case TreeContent.Unknown _ -> {}
            }
        }

        private void follow(Event event) {
            switch (event) {
                case EffectStarted _ -> {
                    before = files;
                    files = new TreeContent.Unknown();
                }
                case GitEvent.BranchOpened _,
                        GitEvent.WorkCommitted _,
                        GitEvent.TreeReset _,
                        GitEvent.BranchRebased _ ->
                        files = new TreeContent.OfCommit();
                case GitEvent.TreeInspected _,
                        GitEvent.CommitSkipped _,
                        ChangeEvent.ChangeCompared _,
                        ChangeEvent.TestsTried _ ->
                        files = before;
                case ChangeEvent.GuardedRestored(_, _, var restored, _) when restored.isEmpty() ->
                        files = before;
                case CheckEvent.CheckPassed passed when passed.before().equals(passed.after()) ->
                        files = before;
                case CheckEvent check -> files = new TreeContent.AfterEffect(check.ticket());
                case SessionStarted _ -> {}
                case ModelSwitched _ -> files = before;
                case AgentEvent call -> files = new TreeContent.AfterEffect(call.ticket());
                case DriverStarted _ when files instanceof TreeContent.AfterEffect ->
                        files = new TreeContent.Unknown();
                default -> {}
            }
        }

        /** Returns the last point whose files are recorded. */
        private Option<ForkPoint> recorded(Recording recording) {
            return candidates.reverse().toStream().flatMap(each -> each.in(recording)).headOption();
        }
    }

    /** What the files of the working tree are. */
    private sealed interface TreeContent {
        record Unknown() implements TreeContent {}

        record OfCommit() implements TreeContent {}

        record AfterEffect(long ticket) implements TreeContent {}
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
