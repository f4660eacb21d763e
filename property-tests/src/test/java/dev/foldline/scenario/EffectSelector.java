package dev.foldline.scenario;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.ForgeEffect.MarkReady;
import dev.foldline.core.effect.ForgeEffect.MergeRequest;
import dev.foldline.core.effect.ForgeEffect.PushBranch;
import dev.foldline.core.effect.ForgeEffect.ReplyToRemarks;
import dev.foldline.core.effect.ForgeEffect.UpdateBranch;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.effect.GitEffect.RebaseBranch;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.RunEffect.EnterPhase;
import dev.foldline.core.effect.RunEffect.OpenGate;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.effect.RunEffect.RecordRecovery;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.Step.Expectation;

import io.vavr.control.Option;

import java.util.function.Predicate;

/**
 * Some of a walk's effects, in the story's words, and the start of what happens differently to
 * them.
 */
public record EffectSelector(Predicate<Effect> holds, int first, int last) {

    public static EffectSelector agent(String role) {
        return of(effect -> effect instanceof InvokeAgent call && call.role().equals(role));
    }

    public static EffectSelector anyAgent() {
        return of(InvokeAgent.class::isInstance);
    }

    public static EffectSelector updating() {
        return of(UpdateBranch.class::isInstance);
    }

    static EffectSelector merging() {
        return of(MergeRequest.class::isInstance);
    }

    static EffectSelector marking() {
        return of(MarkReady.class::isInstance);
    }

    static EffectSelector pushing() {
        return of(PushBranch.class::isInstance);
    }

    static EffectSelector replying() {
        return of(ReplyToRemarks.class::isInstance);
    }

    public static EffectSelector prompting(String role) {
        return of(effect -> effect instanceof RenderPrompt prompt && prompt.role().equals(role));
    }

    public static EffectSelector cleaning() {
        return of(CleanArtifacts.class::isInstance);
    }

    public static EffectSelector collecting(String artifact) {
        return of(
                effect ->
                        effect instanceof CollectArtifact collect
                                && collect.artifact().equals(artifact));
    }

    public static EffectSelector checking() {
        return of(RunCheck.class::isInstance);
    }

    public static EffectSelector expecting(Expectation expectation) {
        return of(effect -> effect instanceof RunCheck check && check.expectation() == expectation);
    }

    public static EffectSelector looking() {
        return of(InspectTree.class::isInstance);
    }

    public static EffectSelector observing(String terminal) {
        return of(
                effect ->
                        effect instanceof GitEffect.ObserveWork seen
                                && seen.worker().exists(by -> by.terminal().equals(terminal)));
    }

    public static EffectSelector committing() {
        return of(CommitWork.class::isInstance);
    }

    public static EffectSelector rebasing() {
        return of(RebaseBranch.class::isInstance);
    }

    public static EffectSelector preparingMerge() {
        return of(PrepareMerge.class::isInstance);
    }

    public static EffectSelector landingMerge() {
        return of(LandMerge.class::isInstance);
    }

    public static EffectSelector saving() {
        return of(SaveWork.class::isInstance);
    }

    public static EffectSelector entering(String phase) {
        return of(
                effect -> effect instanceof EnterPhase enter && enter.key().phase().equals(phase));
    }

    public static EffectSelector enteringAny() {
        return of(EnterPhase.class::isInstance);
    }

    public static EffectSelector openingGate() {
        return of(OpenGate.class::isInstance);
    }

    public static EffectSelector recordingRecovery() {
        return of(RecordRecovery.class::isInstance);
    }

    public static EffectSelector reconciling() {
        return of(Reconcile.class::isInstance);
    }

    public static EffectSelector of(Predicate<Effect> holds) {
        return new EffectSelector(holds, 1, Integer.MAX_VALUE);
    }

    public EffectSelector in(String stage, int turn) {
        return new EffectSelector(
                holds.and(
                        effect ->
                                place(effect)
                                        .exists(
                                                at ->
                                                        at.stage().equals(stage)
                                                                && at.turn() == turn)),
                first,
                last);
    }

    public EffectSelector inPhase(String phase) {
        return new EffectSelector(
                holds.and(effect -> place(effect).exists(at -> at.phase().equals(phase))),
                first,
                last);
    }

    /** Only the n-th of them, counted from 1. */
    public EffectSelector on(int n) {
        return new EffectSelector(holds, n, n);
    }

    /** The first n of them. */
    public EffectSelector first(int n) {
        return new EffectSelector(holds, 1, n);
    }

    public EffectOverride fails(Fault.Kind kind) {
        return new EffectOverride(
                this,
                (effect, world) -> world.failed(effect, Fault.of(kind, "it failed: " + kind)));
    }

    public EffectOverride fails(Fault fault) {
        return new EffectOverride(this, (effect, world) -> world.failed(effect, fault));
    }

    /** What is collected or seen decides this. */
    public EffectOverride says(String label) {
        return new EffectOverride(this, (effect, world) -> world.accept(effect, label));
    }

    /** The artifact is missing or invalid. */
    public EffectOverride isRefused() {
        return new EffectOverride(this, (effect, world) -> world.refused(effect));
    }

    public EffectOverride answers(EffectOverride.Reply reply) {
        return new EffectOverride(this, reply);
    }

    public static Option<EffectKey> place(Effect effect) {
        if (effect instanceof ExternalEffect deed) return Option.of(deed.key());
        if (effect instanceof FileEffect file) return Option.of(file.key());
        if (effect instanceof EnterPhase enter) return Option.of(enter.key());
        if (effect instanceof OpenGate open) return Option.of(open.key());
        return effect instanceof RecordRecovery recovery
                ? Option.of(recovery.key())
                : Option.none();
    }

    /** What happens differently to some effects. */
    public record EffectOverride(EffectSelector which, Reply reply) {

        public interface Reply {
            Event to(Effect effect, ScenarioEnvironment world);
        }
    }
}
