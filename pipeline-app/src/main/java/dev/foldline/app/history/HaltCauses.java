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
import dev.foldline.core.workflow.Phase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a run came to halt or to use up its budget: its failures since it started, or since a user
 * asked for the last retry.
 *
 * @param causes failures of the same kind, in the order in which they first came
 * @param recoveries what was done to recover, in order
 */
public record HaltCauses(List<Cause> causes, List<ReplayStep> recoveries) {

    /**
     * Failures with the same text in the same phase.
     *
     * @param events their numbers, oldest first
     */
    public record Cause(String phase, String text, List<Long> events) {}

    public HaltCauses {
        causes = List.copyOf(causes);
        recoveries = List.copyOf(recoveries);
    }

    /**
     * Finds the causes of a halt.
     *
     * @param last the number of an event
     * @param state the state after it
     * @return none if the run is not halted there
     */
    public static Optional<HaltCauses> of(RunHistory history, long last, PipelineState state)
            throws IOException {
        return isHalted(state) ? Optional.of(of(history, last)) : Optional.empty();
    }

    /** Returns whether the run waits for a user because of failures or because of its budget. */
    private static boolean isHalted(PipelineState state) {
        return Rules.decide(state).effect() instanceof Control.Wait(var awaited, _)
                && awaited.exists(
                        each ->
                                each instanceof WaitCondition.Intervention
                                        || each instanceof WaitCondition.BudgetRaise);
    }

    private static HaltCauses of(RunHistory history, long last) throws IOException {
        Map<List<String>, List<Long>> found = new LinkedHashMap<>();
        var recoveries = new ArrayList<ReplayStep>();
        history.walk(
                step -> {
                    if (step.event() instanceof RetryGranted) {
                        found.clear();
                        recoveries.clear();
                    }
                    text(step.event())
                            .ifPresent(
                                    text ->
                                            found.computeIfAbsent(
                                                            List.of(phase(step), text),
                                                            _ -> new ArrayList<>())
                                                    .add(step.seq()));
                    if (isRecovery(step)) recoveries.add(step);
                    return step.seq() < last;
                });
        return new HaltCauses(
                found.entrySet().stream()
                        .map(
                                each ->
                                        new Cause(
                                                each.getKey().getFirst(),
                                                each.getKey().getLast(),
                                                List.copyOf(each.getValue())))
                        .toList(),
                recoveries);
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

    private static String phase(ReplayStep step) {
        return step.before().orElse(step.after()).phase().map(Phase::id).getOrElse("end");
    }
}
