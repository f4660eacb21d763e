package dev.foldline.app.history;

import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * A second opinion on a log: each event is preceded by deciding again, and the log must tell of the
 * same rule and the same effect.
 */
public final class Verification {
    private Verification() {}

    /** What came of it. */
    public sealed interface Verdict {
        /** The number of the last event that was read. */
        long seq();

        /** Everything was decided as the log says. */
        record Confirmed(long seq, long decisions) implements Verdict {}

        /**
         * The run was started under other rules, so its decisions are not ours to repeat. It was
         * folded, no more.
         */
        record OtherRules(long seq, int recorded, int ours) implements Verdict {}

        /** The first event that does not follow from those before it. */
        record Diverged(
                long seq, Event event, Optional<String> recordedRule, Decision derived, String what)
                implements Verdict {}
    }

    /** Verifies the events up to {@code to}. */
    public static Verdict of(RunHistory history, long to) throws IOException {
        var diverged = new ArrayList<Verdict.Diverged>(1);
        var first = new ArrayList<PipelineState>(1);
        var decisions = new long[1];
        long last =
                history.walk(
                        moment -> {
                            if (first.isEmpty()) first.add(moment.after());
                            if (hasOurRules(first.getFirst()))
                                moment.before()
                                        .ifPresent(
                                                before -> {
                                                    decisions[0]++;
                                                    divergence(
                                                                    moment,
                                                                    before,
                                                                    Pipeline.decide(before),
                                                                    Object::equals)
                                                            .ifPresent(diverged::add);
                                                });
                            return diverged.isEmpty() && moment.seq() < to;
                        });
        if (!diverged.isEmpty()) return diverged.getFirst();
        return hasOurRules(first.getFirst())
                ? new Verdict.Confirmed(last, decisions[0])
                : new Verdict.OtherRules(
                        last, first.getFirst().header().rules(), Pipeline.RULES_VERSION);
    }

    private static boolean hasOurRules(PipelineState state) {
        return state.header().rules() == Pipeline.RULES_VERSION;
    }

    /**
     * Compares an event with what the state before it asks for.
     *
     * @param same whether a recorded effect counts as the derived one
     */
    static Optional<Verdict.Diverged> divergence(
            ReplayStep moment,
            PipelineState before,
            Decision derived,
            BiPredicate<ExternalEffect, Effect> same) {
        var otherRule =
                moment.rule()
                        .filter(rule -> !rule.equals(derived.rule()))
                        .map(
                                rule ->
                                        "the log says \""
                                                + rule
                                                + "\", the rules say \""
                                                + derived.rule()
                                                + "\"");
        return otherRule
                .or(() -> otherEffect(moment.event(), before, derived.effect(), same))
                .map(
                        what ->
                                new Verdict.Diverged(
                                        moment.seq(),
                                        moment.event(),
                                        moment.rule(),
                                        derived,
                                        what));
    }

    private static Optional<String> otherEffect(
            Event event,
            PipelineState before,
            Effect derived,
            BiPredicate<ExternalEffect, Effect> same) {
        if (event instanceof RunEvent.EffectStarted(_, var effect)) {
            return same.test(effect, derived)
                    ? Optional.empty()
                    : Optional.of(
                            "the log records \""
                                    + EffectFormatter.of(effect)
                                    + "\", the rules say \""
                                    + EffectFormatter.of(derived)
                                    + "\""
                                    + difference(effect, derived));
        }
        var isAnswer = event instanceof Event.Answer answer && before.awaits(answer.ticket());
        if (!isAnswer || fits(event, derived)) return Optional.empty();
        return Optional.of(
                "the log says \""
                        + EventFormatter.of(event)
                        + "\", which does not answer \""
                        + EffectFormatter.of(derived)
                        + "\"");
    }

    /** Names the difference of two effects with the same text. */
    private static String difference(ExternalEffect recorded, Effect derived) {
        return StateDifference.between("", recorded, derived).stream()
                .findFirst()
                .map(
                        change ->
                                " ("
                                        + change.path()
                                        + ": "
                                        + change.before().orElse("absent")
                                        + ", not "
                                        + change.after().orElse("absent")
                                        + ")")
                .orElse("");
    }

    private static boolean fits(Event event, Effect derived) {
        return switch (derived) {
            case LocalEffect inline ->
                    event instanceof RunEvent.EffectFailed || answers(event, inline);
            case Control.Await _, Control.Cancel _ -> true;
            case Control.Wait _ -> event instanceof RunEvent.WaitElapsed;
            case Control.Stop _ -> event instanceof InputEvent;
            case ExternalEffect _ -> false;
        };
    }

    private static boolean answers(Event event, LocalEffect inline) {
        return switch (inline) {
            case FileEffect.CleanArtifacts _ -> event instanceof FileEvent.ArtifactsCleaned;
            case FileEffect.RenderPrompt _ -> event instanceof FileEvent.PromptRendered;
            case FileEffect.CollectArtifact e ->
                    event instanceof FileEvent.ArtifactAccepted accepted
                                    && accepted.artifact().equals(e.artifact())
                            || event instanceof FileEvent.ArtifactRefused refused
                                    && refused.artifact().equals(e.artifact());
            case RunEffect.EnterPhase _ -> event instanceof RunEvent.PhaseEntered;
            case RunEffect.OpenGate e ->
                    event instanceof RunEvent.GateOpened opened
                            && opened.gate().instance().equals(e.gate().instance());
            case RunEffect.RecordRecovery _ -> event instanceof RunEvent.RecoveryRecorded;
            case RunEffect.Reconcile _ -> true;
        };
    }
}
