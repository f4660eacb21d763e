package dev.foldline.app.history;

import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.ChangeEffect.TryTests;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.ChangeEvent.TestsTried;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.workflow.Workflow;

import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A recorded run, decided again under another workflow or policy. Up to the first other decision,
 * the recorded outcomes hold. What would have come of another decision is unknown, and nothing is
 * invented.
 *
 * @param same the number of the last event that both have in common
 * @param divergence the first other decision; none if all are the same
 * @param spent what the run had spent until then
 * @param total what the recorded run has spent
 */
public record Redecision(
        long same, long last, Optional<Divergence> divergence, Meter spent, Meter total) {

    /** Returns whether the run would have stopped before it did. */
    public boolean stops() {
        return divergence.isPresent() && divergence.get().stops();
    }

    /**
     * The first other decision.
     *
     * @param recorded the event in the log
     * @param isTooLate whether the recorded outcome took longer than the other policy allows
     */
    public record Divergence(ReplayStep recorded, Decision derived, boolean isTooLate) {

        /** Returns whether the run would have stopped here: it ends, halts, or waits for a user. */
        public boolean stops() {
            return !isTooLate
                    && switch (derived.effect()) {
                        case Control.Wait _, Control.Stop _, SaveWork _ -> true;
                        case Effect _ -> false;
                    };
        }
    }

    /**
     * Decides a run again.
     *
     * @param to the number of the last event that counts
     * @param change from the recorded workflow to the other one
     */
    public static Redecision of(RunHistory history, long to, UnaryOperator<Workflow> change)
            throws IOException {
        var fold = new Fold(change);
        long last =
                history.walk(
                        step -> {
                            fold.next(step);
                            return step.seq() < to;
                        });
        return new Redecision(fold.same, last, fold.divergence, fold.spent, fold.total);
    }

    /** Folds the recorded events into the other state, as long as they follow from it. */
    private static final class Fold {
        private final UnaryOperator<Workflow> change;
        private Optional<PipelineState> state = Optional.empty();
        private Optional<Divergence> divergence = Optional.empty();
        private Meter spent = Meter.ZERO;
        private Meter total = Meter.ZERO;
        private long same;

        private Fold(UnaryOperator<Workflow> change) {
            this.change = change;
        }

        private void next(ReplayStep step) {
            total = step.after().usage().meter();
            if (divergence.isPresent()) return;
            if (step.event() instanceof RunStarted started) {
                state = Optional.of(Pipeline.start(started.with(change.apply(started.workflow()))));
            } else {
                var before = state.orElseThrow();
                var derived = Pipeline.decide(before);
                if (isTooLate(before, step.event())
                        || Verification.divergence(step, before, derived, Redecision::isSame)
                                .isPresent()) {
                    divergence =
                            Optional.of(
                                    new Divergence(step, derived, isTooLate(before, step.event())));
                    return;
                }
                state = Optional.of(Pipeline.reduce(before, as(step.event(), derived.effect())));
            }
            same = step.seq();
            spent = total;
        }

        /** The same effect, with the deadlines of the other policy. */
        private static Event as(Event event, Effect derived) {
            return event instanceof EffectStarted(var ticket, var _)
                            && derived instanceof ExternalEffect effect
                    ? new EffectStarted(ticket, effect)
                    : event;
        }
    }

    /** Returns whether two effects are the same apart from their deadlines. */
    private static boolean isSame(ExternalEffect recorded, Effect derived) {
        return recorded.getClass() == derived.getClass()
                && StateDifference.between("", recorded, derived).stream()
                        .allMatch(each -> each.path().startsWith("deadline"));
    }

    /** Returns whether the recorded outcome took longer than the other policy allows. */
    private static boolean isTooLate(PipelineState before, Event event) {
        return before.slots()
                .inFlight()
                .running()
                .exists(
                        effect ->
                                switch (effect) {
                                    case InvokeAgent call ->
                                            millis(event) > call.deadlines().agentMillis();
                                    case RunCheck check -> millis(event) > check.deadlineMillis();
                                    case TryTests trial -> millis(event) > trial.deadlineMillis();
                                    case ExternalEffect _ -> false;
                                });
    }

    private static long millis(Event event) {
        return switch (event) {
            case AgentFinished done -> done.spend().millis();
            case CheckPassed done -> done.spend().millis();
            case CheckFailed done -> done.spend().millis();
            case TestsTried done -> done.spend().millis();
            default -> 0;
        };
    }
}
