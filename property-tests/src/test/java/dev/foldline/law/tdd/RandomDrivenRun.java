package dev.foldline.law.tdd;

import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Spend;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/**
 * A run of {@code tdd} whose agents are called, in which everything is luck: their calls, what they
 * hand in, tests, reviews, git, crashes.
 */
final class RandomDrivenRun {
    static final Policy POLICY =
            Policy.DEFAULT
                    .withLimits(Policy.Limits.DEFAULT.withRewindsMax(150))
                    .withRoles(LinkedHashMap.of(DrivenTdd.ROLE, Vector.of("first", "second")));

    private final SeededRandom luck;

    /** One run in three has agents that can do nothing right. */
    private final boolean hopeless;

    private final Set<TddStatus> statuses = EnumSet.noneOf(TddStatus.class);
    private int drawn;
    private int refuted;
    private int accepted;
    private int locked;
    private boolean replanned;
    private TddTimeline account;

    RandomDrivenRun(RandomChoices choices) {
        luck = choices.source();
        hopeless = luck.fork("hopeless").chance(33);
        account =
                TddTimeline.of(
                        new RunEvent.RunStarted(
                                "r",
                                DrivenTdd.workflow(Tdd.Options.DEFAULT, POLICY),
                                "task",
                                Pipeline.RULES_VERSION,
                                Instant.EPOCH));
    }

    PipelineState state() {
        return account.state();
    }

    Set<TddStatus> statuses() {
        return statuses;
    }

    /**
     * Whether the latest submission reduced the scope, and how many used a tool that was locked.
     */
    boolean replanned() {
        return replanned;
    }

    int lockedTools() {
        return locked;
    }

    boolean goesOn() {
        return !(next() instanceof Control.Stop)
                && !(next() instanceof Control.Wait(_, var until) && until.isEmpty());
    }

    /**
     * Goes on until one more submission was taken and all that follows from it is done; how often
     * its work was found wrong.
     */
    int submission() {
        refuted = 0;
        accepted = 0;
        locked = 0;
        replanned = false;
        while (goesOn() && !(accepted > 0 && isSubmission(next()))) carryOut(next());
        return refuted;
    }

    private Effect next() {
        return Pipeline.determineNextEffect(state());
    }

    private static boolean isSubmission(Effect effect) {
        return effect instanceof CollectArtifact collect
                && collect.artifact().equals(Tdd.SUBMISSION);
    }

    private void carryOut(Effect effect) {
        long ticket = state().header().ticket();
        if (effect instanceof Control.Wait(_, var until)) {
            take(new RunEvent.WaitElapsed(ticket, until.get()));
        } else if (effect instanceof ExternalEffect deed) {
            take(new RunEvent.EffectStarted(ticket, deed));
            if (chance(4))
                take(new RunEvent.DriverStarted(state().header().epoch() + 1, Instant.EPOCH));
            else take(done(deed, ticket));
        } else {
            take(
                    effect instanceof CollectArtifact collect
                            ? collected(collect, ticket)
                            : effect instanceof Reconcile look
                                    ? observe(look)
                                    : SuccessfulOutcomes.answer(effect, ticket));
        }
    }

    private void take(Event event) {
        var before = state();
        account = account.and(event, Pipeline.reduce(before, event));
        statuses.add(account.status());
        if (state() == before) throw new AssertionError("nothing came of " + event);
        if (event instanceof CheckFailed failed && !failed.check().equals(Tdd.FINDINGS)) refuted++;
        if (event instanceof ArtifactAccepted handed && handed.artifact().equals(Tdd.SUBMISSION))
            record(handed.label());
    }

    private void record(String label) {
        if (state().ledger().lastFault().exists(fault -> fault.message().contains("is locked"))
                && label.contains("_")) locked++;
        var isTaken = !state().slots().retry().toString().contains("OUTPUT");
        if (isTaken) accepted++;
        if (label.equals("FAILURE") && isTaken) refuted++;
        replanned |=
                label.equals(Tdd.REDUCE_SCOPE)
                        && state().phase().exists(phase -> phase.id().equals(Tdd.REPLAN));
    }

    private Event done(ExternalEffect effect, long ticket) {
        if (effect instanceof InvokeAgent && chance(6))
            return new AgentFailed(
                    ticket,
                    Fault.of(
                            luck.fork("fault", drawn++)
                                    .pick(
                                            Fault.Kind.AGENT_FAILED,
                                            Fault.Kind.AUTHENTICATION,
                                            Fault.Kind.RATE_LIMIT,
                                            Fault.Kind.TIMEOUT),
                            "no"),
                    Option.none(),
                    Spend.NOTHING,
                    Instant.EPOCH);
        if (effect instanceof RunCheck check
                && !chance(hopeless && check.check().equals(Tdd.TEST) ? 5 : 60))
            return SuccessfulOutcomes.failed(check, ticket);
        return effect instanceof GitEffect && !(effect instanceof GitEffect.SaveWork) && chance(5)
                ? new RunEvent.EffectFailed(ticket, Fault.of(Fault.Kind.GIT, "no"))
                : SuccessfulOutcomes.answer(effect, ticket);
    }

    private static Event observe(Reconcile look) {
        var lost = Fault.of(Fault.Kind.LOST, "interrupted");
        if (look.effect() instanceof InvokeAgent)
            return new AgentFailed(
                    look.ticket(), lost, Option.none(), Spend.NOTHING, Instant.EPOCH);
        return look.effect() instanceof RunCheck
                ? new RunEvent.EffectFailed(look.ticket(), lost)
                : new RunEvent.NotDone(look.ticket());
    }

    private Event collected(CollectArtifact effect, long ticket) {
        var name = effect.artifact();
        if (chance(5)) return new ArtifactRefused(ticket, name, "unfit", Option.none());
        if (name.equals(Tdd.SUBMISSION))
            return new ArtifactAccepted(
                    ticket,
                    name,
                    "said",
                    label(effect),
                    Vector.empty(),
                    chance(95) ? LinkedHashMap.of(Tdd.TEST, "test") : LinkedHashMap.empty());
        if (name.equals(Tdd.FINDINGS) && chance(60))
            return new ArtifactAccepted(ticket, name, "none", "approved", Vector.empty());
        return new ArtifactAccepted(
                ticket,
                name,
                "some",
                name.equals(Tdd.FINDINGS) ? "findings" : effect.labels().headOption().getOrElse(""),
                SeededTddRun.items(luck.fork("items", drawn), drawn++));
    }

    private String label(CollectArtifact effect) {
        var usual = effect.labels().filter(label -> !label.contains("_"));
        if (effect.labels().isEmpty()) return "";
        return chance(hopeless ? 12 : 6) || usual.isEmpty()
                ? effect.labels().get(below(effect.labels().size()))
                : usual.get(below(usual.size()));
    }

    private boolean chance(int percent) {
        return below(100) < percent;
    }

    private int below(int bound) {
        return luck.fork(drawn++).below(bound);
    }
}
