package dev.foldline.core.decide;

import dev.foldline.core.AskedQuestions;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.GitEffect.SaveWork;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.effect.RunEffect.RecordRecovery;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Rules for failures that retries do not fix. */
final class RecoveryRules {
    private RecoveryRules() {}

    /** Template of the fixer's prompt. */
    static final String TEMPLATE = "recovery";

    /** Template of the fixer's prompt in a workflow of terminals. */
    private static final String ERROR_TERMINAL = "error_terminal";

    static boolean savingDue(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.Ending
                || state.slots().recovery() instanceof Recovery.Halting;
    }

    static Effect saveWork(PipelineState state) {
        Option<Outcome> outcome =
                state.slots().recovery() instanceof Recovery.Ending(var end)
                        ? Option.of(end)
                        : Option.none();
        return new SaveWork(
                state.effectKey(), outcome, state.ledger().repository().excludedPaths());
    }

    static boolean fixerRests(PipelineState state) {
        return state.isFree() && state.fixerRests().isDefined();
    }

    static Effect waitForFixer(PipelineState state) {
        return state.fixerRests()
                .map(
                        rest ->
                                new Wait(
                                        Vector.of(
                                                new WaitCondition.Timer(rest.until(), rest.why())),
                                        Option.of(rest.until())))
                .getOrElse(() -> new Wait(Vector.empty(), Option.none()));
    }

    static boolean fixDue(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.FixDue && state.fixerRests().isEmpty();
    }

    static Effect promptFixer(PipelineState state) {
        return new RenderPrompt(
                state.effectKey(),
                fixer(state),
                state.worker().isDefined() ? ERROR_TERMINAL : TEMPLATE,
                new PromptContext(
                                state.header().task(),
                                repair(state),
                                state.ledger().artifacts(),
                                AskedQuestions.remarks(state),
                                Vector.empty(),
                                state.worker())
                        .withKnown(state.ledger().findings().known()));
    }

    static boolean fixPrompted(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.FixPrompted
                && state.fixerRests().isEmpty();
    }

    static Effect callFixer(PipelineState state) {
        var prompt =
                state.slots().recovery() instanceof Recovery.FixPrompted(_, var written)
                        ? written
                        : "";
        return NormalRules.invoke(state, fixer(state), prompt);
    }

    static boolean cleanDue(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.CleanDue;
    }

    static boolean passed(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.Passed;
    }

    static Effect record(PipelineState state) {
        int attempts =
                state.slots().recovery() instanceof Recovery.Passed(var failure)
                        ? failure.attempts()
                        : 0;
        return new RecordRecovery(
                state.effectKey(), state.policy().recovery().level(attempts), attempts);
    }

    static boolean halted(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.Halted;
    }

    static Effect waitForPerson(PipelineState state) {
        var fault =
                state.slots().recovery() instanceof Recovery.Halted(var failure)
                        ? failure.fault()
                        : Fault.of(Fault.Kind.NEEDS_PERSON, "halted");
        return new Wait(Vector.of(new WaitCondition.Intervention(fault)), Option.none());
    }

    private static PromptContext.Mode repair(PipelineState state) {
        return state.slots().recovery()
                        instanceof Recovery.FixDue(Failure(_, var fault, var attempts, var earlier))
                ? new PromptContext.Mode.Repair(fault, attempts, earlier)
                : PromptContext.FRESH;
    }

    private static String fixer(PipelineState state) {
        return state.policy().recovery().fixer().getOrElse("");
    }
}
