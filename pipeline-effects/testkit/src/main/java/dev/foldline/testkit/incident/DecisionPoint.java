package dev.foldline.testkit.incident;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.testkit.script.AnsweredCalls;

import java.util.Map;

/**
 * A decision, and what had been answered until then.
 *
 * @param kind the kind of the effect
 * @param place where it is, as in {@link AnsweredCalls#key}; empty for the driver's own effects
 * @param answers the number of answers by key
 */
record DecisionPoint(String kind, String place, Map<String, Integer> answers) {

    /** Returns the decision in a state; that of the effect in progress, if there is one. */
    static DecisionPoint of(PipelineState state, Map<String, Integer> answers) {
        return of(
                state.slots()
                        .inFlight()
                        .running()
                        .<Effect>map(effect -> effect)
                        .getOrElse(() -> Pipeline.decide(state).effect()),
                answers);
    }

    static DecisionPoint of(Effect effect, Map<String, Integer> answers) {
        return new DecisionPoint(effect.getClass().getSimpleName(), place(effect), answers);
    }

    private static String place(Effect effect) {
        return switch (effect) {
            case ExternalEffect external -> AnsweredCalls.key(external);
            case LocalEffect local -> place(local);
            case Control.Wait wait ->
                    wait.awaited().map(each -> each.getClass().getSimpleName()).mkString(" and ");
            case Control.Stop stop -> stop.outcome().toString();
            case Control.Await _, Control.Cancel _ -> "";
        };
    }

    private static String place(LocalEffect effect) {
        return switch (effect) {
            case FileEffect file -> file.key().spot();
            case RunEffect.EnterPhase enter -> enter.key().spot();
            case RunEffect.OpenGate open -> open.key().spot();
            case RunEffect.RecordRecovery record -> record.key().spot();
            case RunEffect.Reconcile reconcile -> AnsweredCalls.key(reconcile.effect());
        };
    }

    /** Returns the number of effects that were answered. */
    int answered() {
        return answers.keySet().stream()
                .filter(StepAlignment::isPlace)
                .mapToInt(answers::get)
                .sum();
    }

    /** Returns whether another decision is this one: the same effect after the same answers. */
    boolean isSame(DecisionPoint other) {
        return kind.equals(other.kind)
                && place.equals(other.place)
                && answers.entrySet().stream()
                        .filter(each -> StepAlignment.isPlace(each.getKey()))
                        .allMatch(
                                each ->
                                        other.answers
                                                .getOrDefault(each.getKey(), 0)
                                                .equals(each.getValue()));
    }

    @Override
    public String toString() {
        return kind + (place.isEmpty() ? "" : " " + place.replace(kind + "@", ""));
    }
}
