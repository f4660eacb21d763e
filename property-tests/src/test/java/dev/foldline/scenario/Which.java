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
public record Which(Predicate<Effect> holds, int first, int last) {

    public static Which agent(String role) {
        return of(effect -> effect instanceof InvokeAgent call && call.role().equals(role));
    }

    public static Which anyAgent() {
        return of(InvokeAgent.class::isInstance);
    }

    public static Which updating() {
        return of(UpdateBranch.class::isInstance);
    }

    static Which merging() {
        return of(MergeRequest.class::isInstance);
    }

    static Which marking() {
        return of(MarkReady.class::isInstance);
    }

    static Which pushing() {
        return of(PushBranch.class::isInstance);
    }

    static Which replying() {
        return of(ReplyToRemarks.class::isInstance);
    }

    public static Which prompting(String role) {
        return of(effect -> effect instanceof RenderPrompt prompt && prompt.role().equals(role));
    }

    public static Which cleaning() {
        return of(CleanArtifacts.class::isInstance);
    }

    public static Which collecting(String artifact) {
        return of(
                effect ->
                        effect instanceof CollectArtifact collect
                                && collect.artifact().equals(artifact));
    }

    public static Which checking() {
        return of(RunCheck.class::isInstance);
    }

    public static Which expecting(Expectation expectation) {
        return of(effect -> effect instanceof RunCheck check && check.expectation() == expectation);
    }

    public static Which looking() {
        return of(InspectTree.class::isInstance);
    }

    public static Which observing(String terminal) {
        return of(
                effect ->
                        effect instanceof GitEffect.ObserveWork seen
                                && seen.worker().exists(by -> by.terminal().equals(terminal)));
    }

    public static Which committing() {
        return of(CommitWork.class::isInstance);
    }

    public static Which rebasing() {
        return of(RebaseBranch.class::isInstance);
    }

    public static Which preparingMerge() {
        return of(PrepareMerge.class::isInstance);
    }

    public static Which landingMerge() {
        return of(LandMerge.class::isInstance);
    }

    public static Which saving() {
        return of(SaveWork.class::isInstance);
    }

    public static Which entering(String phase) {
        return of(
                effect -> effect instanceof EnterPhase enter && enter.key().phase().equals(phase));
    }

    public static Which enteringAny() {
        return of(EnterPhase.class::isInstance);
    }

    public static Which openingGate() {
        return of(OpenGate.class::isInstance);
    }

    public static Which recordingRecovery() {
        return of(RecordRecovery.class::isInstance);
    }

    public static Which reconciling() {
        return of(Reconcile.class::isInstance);
    }

    public static Which of(Predicate<Effect> holds) {
        return new Which(holds, 1, Integer.MAX_VALUE);
    }

    public Which in(String stage, int turn) {
        return new Which(
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

    public Which inPhase(String phase) {
        return new Which(
                holds.and(effect -> place(effect).exists(at -> at.phase().equals(phase))),
                first,
                last);
    }

    /** Only the n-th of them, counted from 1. */
    public Which on(int n) {
        return new Which(holds, n, n);
    }

    /** The first n of them. */
    public Which first(int n) {
        return new Which(holds, 1, n);
    }

    public Twist fails(Fault.Kind kind) {
        return new Twist(
                this,
                (effect, world) -> world.failed(effect, Fault.of(kind, "it failed: " + kind)));
    }

    public Twist fails(Fault fault) {
        return new Twist(this, (effect, world) -> world.failed(effect, fault));
    }

    /** What is collected or seen decides this. */
    public Twist says(String label) {
        return new Twist(this, (effect, world) -> world.said(effect, label));
    }

    /** The artifact is missing or invalid. */
    public Twist isRefused() {
        return new Twist(this, (effect, world) -> world.refused(effect));
    }

    public Twist answers(Twist.Reply reply) {
        return new Twist(this, reply);
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
    public record Twist(Which which, Reply reply) {

        public interface Reply {
            Event to(Effect effect, World world);
        }
    }
}
