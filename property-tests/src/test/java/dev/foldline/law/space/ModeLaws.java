package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.AskedQuestions;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.PromptContext;
import dev.foldline.core.effect.PromptContext.Mode;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;

/**
 * A retry or a continuation belongs to the work it was meant for: it lasts until the agent answers
 * or the phase ends, and the prompt names the most urgent reason.
 */
public final class ModeLaws {
    private ModeLaws() {}

    public static void check(PipelineState state) {
        noModeBeforeAPhase(state);
        var decision = Pipeline.decide(state);
        if (decision.effect() instanceof RenderPrompt prompt) {
            promptNamesTheReason(state, decision, prompt);
            promptNamesTheLatestCommits(state);
        }
        if (decision.effect() instanceof InvokeAgent call) ownConversation(state, call);
        if (decision.effect() instanceof CleanArtifacts clean)
            cleansTheWork(state, decision, clean);
    }

    public static void check(Transition t) {
        if (!t.isExhausted()) successEndsTheMode(t);
        phaseStartsAnew(t);
        continuationRestartsThePhase(t);
        modeLastsUntilTheAnswer(t);
    }

    private static void noModeBeforeAPhase(PipelineState state) {
        require(
                state.cursor() instanceof Cursor.Working
                        || state.slots().retry() instanceof Retry.Idle
                                && state.slots().continuation() instanceof Continuation.Idle,
                "a mode survives its phase");
    }

    private static void promptNamesTheReason(
            PipelineState state, Decision decision, RenderPrompt prompt) {
        var slots = state.slots();
        var mode = prompt.brief().mode();
        require(
                prompt.brief().feedback().equals(AskedQuestions.remarks(state)),
                "the prompt lacks feedback");
        require(
                prompt.brief().artifacts().equals(state.ledger().artifacts()),
                "the prompt lacks artifacts");
        if (decision.priority() == Priority.RECOVERY) {
            require(
                    slots.recovery() instanceof Recovery.FixDue(var failure)
                            && mode instanceof Mode.Repair(var fault, var attempt, _)
                            && fault.equals(failure.fault())
                            && attempt == failure.attempts(),
                    "the fixer is not told the fault");
            return;
        }
        state.phase()
                .forEach(
                        phase ->
                                require(
                                        prompt.brief()
                                                .expected()
                                                .containsAll(
                                                        PhaseText.collectedFrom(
                                                                phase, state.at().step())),
                                        "the prompt lacks an expected artifact"));
        if (slots.retry() instanceof Retry.Running(var setback))
            require(mode.equals(new Mode.Again(setback)), "the prompt does not name the retry");
        else if (slots.continuation() instanceof Continuation.Running(var kind, var n))
            require(
                    mode.equals(new Mode.Continued(kind, n)),
                    "the prompt does not name the continuation");
        else if (slots.recovery() instanceof Recovery.Watching(var failure))
            require(
                    mode.equals(
                            new Mode.Repair(
                                    failure.fault(), failure.attempts(), failure.earlier())),
                    "the prompt does not name the failure");
        else require(mode instanceof Mode.Fresh, "the prompt names a reason without one");
    }

    /** However long the run: a prompt, and the decision about it, do not grow with it. */
    private static void promptNamesTheLatestCommits(PipelineState state) {
        var commits =
                Vector.rangeClosed(1, 2 * PromptContext.COMMITS_MAX)
                        .map(n -> new Commit("commit " + n, "tree", "subject " + n));
        var late = state.withLedger(state.ledger().withCommits(commits));
        var decision = Pipeline.decide(late);
        var named =
                decision.priority() == Priority.RECOVERY
                        ? Vector.<String>empty()
                        : commits.drop(PromptContext.COMMITS_MAX).map(Commit::subject);
        require(
                decision.effect() instanceof RenderPrompt prompt
                        && prompt.brief().commits().equals(named),
                "the prompt does not name the latest commits");
    }

    private static void ownConversation(PipelineState state, InvokeAgent call) {
        boolean goesOn =
                state.slots().retry() instanceof Retry.Running
                        || state.slots().continuation() instanceof Continuation.Running;
        var own =
                state.agents()
                        .chain(call.role())
                        .session()
                        .filter(each -> each.agent().equals(call.agent()))
                        .filter(_ -> goesOn)
                        .map(Agents.Session::id);
        require(call.resumes().equals(own), "resumed " + call.resumes() + " instead of " + own);
    }

    private static void cleansTheWork(
            PipelineState state, Decision decision, CleanArtifacts clean) {
        if (!(state.cursor() instanceof Cursor.Working)) return;
        state.phase()
                .filter(_ -> decision.priority() != Priority.NORMAL)
                .forEach(
                        phase ->
                                require(
                                        clean.artifacts()
                                                .containsAll(
                                                        decision.priority() == Priority.CONTINUATION
                                                                        && !(state.slots()
                                                                                        .continuation()
                                                                                instanceof
                                                                                Continuation
                                                                                        .AnswerDue)
                                                                ? PhaseText.collected(phase.steps())
                                                                : PhaseText.collectedFrom(
                                                                        phase, state.at().step())),
                                        "artifacts of the last attempt remain"));
    }

    private static void successEndsTheMode(Transition t) {
        if (!(t.event() instanceof AgentEvent.AgentFinished) || t.call().isEmpty()) return;
        if (t.asks()) return;
        if (!t.isOrdinary()) {
            if (t.before().slots().recovery() instanceof Recovery.FixPrompted(var failure, _))
                require(
                        t.after().slots().recovery() instanceof Recovery.CleanDue(var now)
                                && now.attempts() == failure.attempts(),
                        "a fix is not followed by a clean attempt");
            return;
        }
        require(
                !(t.after().slots().retry() instanceof Retry.Running
                        || t.after().slots().retry() instanceof Retry.Due),
                "a success does not end the retry");
        require(
                t.after().slots().continuation() instanceof Continuation.Idle,
                "a success does not end the continuation");
        require(
                t.after().usage().tally().sameAgent() == 0,
                "a success does not clear the failures of the agent");
    }

    private static void phaseStartsAnew(Transition t) {
        if (!(t.event() instanceof RunEvent.PhaseEntered) || !t.isOutcome()) return;
        var key = t.before().phaseKey();
        require(
                t.after().ledger().executions(key) == t.before().ledger().executions(key) + 1,
                "a new execution has the revision of the last one");
        require(
                t.after().agents().chains().values().forAll(Agents.Chain.FRESH::equals),
                "a new phase has the agents of the last one");
        var tally = t.after().usage().tally();
        require(
                tally.outputs() == 0
                        && tally.sameAgent() == 0
                        && tally.continuations() == 0
                        && tally.failures() == 0,
                "a new phase has the counts of the last one");
        require(
                t.after().agents().barred().equals(t.before().agents().barred()),
                "a new phase may call barred agents");
    }

    private static void continuationRestartsThePhase(Transition t) {
        var slot = t.after().slots().continuation();
        boolean due = slot instanceof Continuation.MoreDue || slot instanceof Continuation.RedoDue;
        if (!due || slot.equals(t.before().slots().continuation())) return;
        var key = t.after().phaseKey();
        require(t.after().slots().retry() instanceof Retry.Idle, "a continuation is a retry too");
        require(t.after().at().step() == 0, "a continuation starts in the middle");
        require(
                t.after().ledger().executions(key) == t.before().ledger().executions(key) + 1,
                "a continuation has the revision of the last execution");
    }

    private static void modeLastsUntilTheAnswer(Transition t) {
        if (!(t.event() instanceof FileEvent.ArtifactsCleaned) || !t.isOutcome()) return;
        if (t.isExhausted()) return;
        var before = t.before().slots();
        var after = t.after().slots();
        boolean stopped =
                after.retry() instanceof Retry.Waiting || !Transition.isOrdinary(t.after());
        require(
                !(t.before().currentStep().exists(Step.Clean.class::isInstance)
                        && t.after().currentStep().exists(Step.Clean.class::isInstance)
                        && t.after().at().equals(t.before().at())
                        && !stopped),
                "files are removed twice");
        if (before.recovery() instanceof Recovery.CleanDue(var failure)) {
            require(
                    after.recovery().equals(new Recovery.Watching(failure))
                            || after.recovery().equals(new Recovery.Passed(failure))
                            || stopped,
                    "a recovery is forgotten");
            return;
        }
        if (stopped) return;
        if (before.retry() instanceof Retry.Due(var setback))
            require(after.retry().equals(new Retry.Running(setback)), "a retry is forgotten");
        else if (before.continuation() instanceof Continuation.MoreDue(var n))
            require(
                    after.continuation()
                            .equals(new Continuation.Running(Continuation.Kind.MORE, n)),
                    "unfinished work is forgotten");
        else if (before.continuation() instanceof Continuation.RedoDue(var n))
            require(
                    after.continuation()
                            .equals(new Continuation.Running(Continuation.Kind.REDO, n)),
                    "work to be redone is forgotten");
        else if (before.continuation() instanceof Continuation.AnswerDue(var n))
            require(
                    after.continuation()
                            .equals(new Continuation.Running(Continuation.Kind.ANSWER, n)),
                    "an answer is forgotten");
    }
}
