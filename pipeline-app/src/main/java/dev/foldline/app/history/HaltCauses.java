package dev.foldline.app.history;

import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.decide.Rules;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.InputEvent.RetryGranted;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Outcome;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * How a run came to halt, to fail or to use up its budget: its failures since it started, or since
 * a user asked for the last retry.
 *
 * @param causes failures of the same kind, in the order in which they first came
 * @param recoveries what was done to recover, in order
 */
public record HaltCauses(List<Cause> causes, List<ReplayStep> recoveries) {

    /**
     * Failures with the same text in the same phase.
     *
     * @param events their numbers, oldest first
     * @param first the time of the first of them
     * @param last the time of the last
     * @param outputs the ids of their different outputs, oldest first
     */
    public record Cause(
            String phase,
            String text,
            List<Long> events,
            Instant first,
            Instant last,
            List<String> outputs) {
        /** The only failure so far. */
        private static Cause of(ReplayStep step, String text) {
            return new Cause(
                    step.phase(),
                    text,
                    List.of(step.seq()),
                    step.at(),
                    step.at(),
                    output(step.event()).toJavaList());
        }

        private Cause plus(Cause later) {
            return new Cause(
                    phase,
                    text,
                    Stream.concat(events.stream(), later.events.stream()).toList(),
                    first,
                    later.last,
                    Stream.concat(outputs.stream(), later.outputs.stream()).distinct().toList());
        }
    }

    public HaltCauses {
        causes = List.copyOf(causes);
        recoveries = List.copyOf(recoveries);
    }

    /**
     * Finds the causes of a halt.
     *
     * @param last the number of an event
     * @param state the state after it
     * @return none if the run has neither halted nor failed there
     */
    public static Optional<HaltCauses> of(RunHistory history, long last, PipelineState state)
            throws IOException {
        return isHalted(state) ? Optional.of(of(history, last)) : Optional.empty();
    }

    /**
     * Returns whether the run has failed, or waits for a user because of failures or because of its
     * budget.
     */
    private static boolean isHalted(PipelineState state) {
        return switch (Rules.decide(state).effect()) {
            case Control.Wait(var awaited, _) ->
                    awaited.exists(
                            each ->
                                    each instanceof WaitCondition.Intervention
                                            || each instanceof WaitCondition.BudgetRaise);
            case Control.Stop(var outcome) -> outcome instanceof Outcome.Failed;
            default -> false;
        };
    }

    private static HaltCauses of(RunHistory history, long last) throws IOException {
        Map<List<String>, Cause> found = new LinkedHashMap<>();
        var recoveries = new ArrayList<ReplayStep>();
        history.walkTo(
                OptionalLong.of(last),
                step -> {
                    if (step.event() instanceof RetryGranted) {
                        found.clear();
                        recoveries.clear();
                    }
                    text(step.event())
                            .ifPresent(
                                    text ->
                                            found.merge(
                                                    List.of(step.phase(), text),
                                                    Cause.of(step, text),
                                                    Cause::plus));
                    if (isRecovery(step)) recoveries.add(step);
                });
        return new HaltCauses(List.copyOf(found.values()), recoveries);
    }

    /** The output of a failure, if it has one. */
    private static Option<String> output(Event event) {
        return switch (event) {
            case EffectFailed failed -> failed.fault().output();
            case AgentFailed failed -> failed.fault().output();
            case CheckFailed failed -> failed.output();
            default -> Option.none();
        };
    }

    /** Returns whether the event begins or answers what a rule of recovery asked for. */
    private static boolean isRecovery(ReplayStep step) {
        return step.before()
                .filter(state -> Rules.decide(state).priority() == Priority.RECOVERY)
                .isPresent();
    }

    private static Optional<String> text(Event event) {
        return switch (event) {
            case EffectFailed failed -> Optional.of(ValueFormatter.of(failed.fault()));
            case AgentFailed failed ->
                    Optional.of("agent failed: " + ValueFormatter.of(failed.fault()));
            case CheckFailed failed ->
                    Optional.of(
                            ValueFormatter.oneLine(
                                    failed.check() + " failed: " + failed.summary()));
            case ArtifactRefused refused ->
                    Optional.of(
                            ValueFormatter.oneLine(
                                    refused.artifact() + " refused: " + refused.why()));
            default -> Optional.empty();
        };
    }
}
