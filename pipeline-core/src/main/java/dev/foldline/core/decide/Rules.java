package dev.foldline.core.decide;

import static dev.foldline.core.decide.Priority.CONTINUATION;
import static dev.foldline.core.decide.Priority.ENDED;
import static dev.foldline.core.decide.Priority.HELD;
import static dev.foldline.core.decide.Priority.IN_FLIGHT;
import static dev.foldline.core.decide.Priority.NORMAL;
import static dev.foldline.core.decide.Priority.RECOVERY;
import static dev.foldline.core.decide.Priority.RETRY;
import static dev.foldline.core.decide.Priority.TRANSITION;
import static dev.foldline.core.decide.Rule.rule;

import dev.foldline.core.AskedQuestions;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;

import io.vavr.collection.Vector;

/**
 * The ladder of rules, in order of priority. The first rule that applies decides; at most one rule
 * of a priority ever applies.
 */
public final class Rules {
    private Rules() {}

    public static final Vector<Rule> IN_ORDER =
            Vector.of(
                    rule(ENDED, "the run has ended", HeldRules::hasEnded, HeldRules::stop),
                    rule(
                            IN_FLIGHT,
                            "cancel the running effect",
                            InFlightRules::isUnwanted,
                            InFlightRules::cancel),
                    rule(
                            IN_FLIGHT,
                            "check whether the effect happened",
                            InFlightRules::isUnknown,
                            InFlightRules::reconcile),
                    rule(
                            IN_FLIGHT,
                            "wait for the outcome",
                            InFlightRules::isWanted,
                            InFlightRules::await),
                    rule(
                            HELD,
                            "ask the user a question of an agent",
                            AskedQuestions::isDue,
                            HeldRules::ask),
                    rule(
                            HELD,
                            "held: wait for the resume or the approval",
                            HeldRules::isHeld,
                            HeldRules::waitForHolders),
                    rule(
                            RECOVERY,
                            "save uncommitted work before the end",
                            RecoveryRules::savingDue,
                            RecoveryRules::saveWork),
                    rule(
                            RECOVERY,
                            "wait until the fixer is available",
                            RecoveryRules::fixerRests,
                            RecoveryRules::waitForFixer),
                    rule(
                            RECOVERY,
                            "write the fixer's prompt",
                            RecoveryRules::fixDue,
                            RecoveryRules::promptFixer),
                    rule(
                            RECOVERY,
                            "call the fixer",
                            RecoveryRules::fixPrompted,
                            RecoveryRules::callFixer),
                    rule(
                            RECOVERY,
                            "clean before the new attempt",
                            RecoveryRules::cleanDue,
                            RetryRules::clean),
                    rule(
                            RECOVERY,
                            "record the recovery",
                            RecoveryRules::passed,
                            RecoveryRules::record),
                    rule(
                            RECOVERY,
                            "halted: wait for the user",
                            RecoveryRules::halted,
                            RecoveryRules::waitForPerson),
                    rule(
                            RETRY,
                            "wait until the retry is due",
                            RetryRules::waiting,
                            RetryRules::waitUntil),
                    rule(RETRY, "clean, then retry", RetryRules::due, RetryRules::clean),
                    rule(
                            CONTINUATION,
                            "clean, then continue or redo the work",
                            RetryRules::continuationDue,
                            RetryRules::cleanPhase),
                    rule(
                            NORMAL,
                            "perform the phase's next step",
                            NormalRules::stepRemains,
                            NormalRules::nextStep),
                    rule(
                            NORMAL,
                            "repeat the check that the next step relies on",
                            NormalRules::evidenceIsStale,
                            NormalRules::checkAgain),
                    rule(
                            NORMAL,
                            "open the phase's gate",
                            NormalRules::gateDue,
                            NormalRules::openGate),
                    rule(
                            TRANSITION,
                            "enter the next phase",
                            TransitionRules::phaseAhead,
                            TransitionRules::enterPhase),
                    rule(
                            TRANSITION,
                            "save the work and end",
                            TransitionRules::atEnd,
                            TransitionRules::end));

    /** Returns the decision of the first rule that applies. Some rule applies to every state. */
    public static Decision decide(PipelineState state) {
        for (var rule : IN_ORDER) {
            if (rule.applies(state))
                return new Decision(rule.priority(), rule.name(), rule.then().apply(state));
        }
        throw new PipelineBug("no rule applies at " + state.cursor() + " with " + state.slots());
    }
}
