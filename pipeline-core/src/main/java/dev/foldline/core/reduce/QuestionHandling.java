package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.reduce.Consequence.Failure;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Rewind;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.reduce.RunRemedy.Halt;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.EmptyCalls;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Question;
import dev.foldline.core.state.Questions;
import dev.foldline.core.state.Questions.Answer;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.Policy.RecoveryPolicy.OnExhausted;

import io.vavr.control.Option;

/**
 * Handles questions of agents, and agents that make no progress. A question is answered from what
 * was answered before, by the run's policy, or by the user at a gate; then its agent continues.
 */
final class QuestionHandling {
    private QuestionHandling() {}

    /** What an agent is told that may not ask. */
    private static final String DECIDE = "Questions get no answer in this run. Decide it yourself.";

    /** Returns what follows if the agent has asked something or made no progress. */
    static Option<Consequence> of(PipelineState state, InvokeAgent call, AgentFinished event) {
        if (RecoveryHandling.isClosing(state) || state.isDeclaredDone()) return Option.none();
        return event.questions().nonEmpty()
                ? Option.of(asked(state, call, event))
                : noProgress(state, call);
    }

    /** Returns the state with the count of calls without progress. */
    static PipelineState counted(PipelineState state, InvokeAgent call, AgentFinished event) {
        var agents = state.agents();
        return state.withAgents(
                event.lastWords()
                        .map(words -> agents.empty(call.role(), call.agent(), words))
                        .getOrElse(() -> agents.productive(call.role())));
    }

    private static Consequence asked(PipelineState state, InvokeAgent call, AgentFinished event) {
        var heard =
                event.questions().foldLeft(state, (each, asked) -> withQuestion(each, call, asked));
        var questions = heard.agents().questions();
        if (questions.open().nonEmpty()) return new Stay(heard);
        boolean isAssumed = questions.assumed() > state.agents().questions().assumed();
        var going = isAssumed ? heard.withAgents(heard.agents().productive()) : heard;
        return (isFixing(going) ? Option.<Consequence>none() : idle(going, call))
                .getOrElse(() -> continued(going, event.questions().head().text()));
    }

    private static PipelineState withQuestion(
            PipelineState state, InvokeAgent call, Question question) {
        var questions = state.agents().questions();
        if (questions.isAnswered(question)) return state;
        return state.withAgents(
                state.agents()
                        .with(
                                answer(state, call, question)
                                        .map(questions::answered)
                                        .getOrElse(() -> questions.asking(question))));
    }

    /** Returns the answer that the policy gives; none if the user is asked. */
    private static Option<Answer> answer(PipelineState state, InvokeAgent call, Question question) {
        return switch (state.policy().onQuestion(call.role())) {
            case PARK -> neverHalts(state) ? Option.of(assumed(state, question)) : Option.none();
            case ASSUME -> Option.of(assumed(state, question));
            case FORBID -> Option.of(decided(question));
        };
    }

    /** Without a recommendation, or after too many, the agent decides. */
    private static Answer assumed(PipelineState state, Question question) {
        return state.agents().questions().assumed() >= Questions.ASSUMED_MAX
                ? decided(question)
                : question.recommendation()
                        .map(
                                text ->
                                        new Answer(
                                                question.text(),
                                                text,
                                                Answer.Source.RECOMMENDATION))
                        .getOrElse(() -> decided(question));
    }

    private static Answer decided(Question question) {
        return new Answer(question.text(), DECIDE, Answer.Source.AGENT);
    }

    /** Continues with an answer that the user did not have to give. */
    private static Consequence continued(PipelineState state, String question) {
        var next = resumed(state);
        return new Rewind(
                state,
                Fault.of(Fault.Kind.LABELLED, "the agent asked: " + question),
                state.usage().tally(),
                next);
    }

    /** Continues the call that asked, in its conversation if there still is one. */
    private static Move resumed(PipelineState state) {
        if (state.slots().recovery() instanceof Recovery.FixPrompted(var failure, _))
            return new Move(state.withRecovery(new Recovery.FixDue(failure)), Place.CURSOR);
        int number = state.agents().questions().answers().size();
        return new Move(
                state.withRetry(Retry.IDLE).withContinuation(new Continuation.AnswerDue(number)),
                Place.SEGMENT);
    }

    /** The user has answered; the next question is asked before the agent continues. */
    static Consequence answered(PipelineState state, Gate gate, String text) {
        var answer =
                new Answer(
                        gate.question().map(Question::text).getOrElse(gate.reason()),
                        text,
                        Answer.Source.USER);
        var questions = state.agents().questions().answered(answer);
        var heard = state.withAgents(state.agents().productive().with(questions));
        return questions.open().nonEmpty() ? new Stay(heard) : resumed(heard);
    }

    /**
     * An agent that ends two calls in a row without any progress is not called a third time. A
     * missing artifact has limits of its own.
     */
    private static Option<Consequence> noProgress(PipelineState state, InvokeAgent call) {
        boolean isWork = state.phase().exists(phase -> phase.isWork(state.at().step()));
        return isWork && !isFixing(state) ? idle(state, call) : Option.none();
    }

    private static boolean isFixing(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.FixPrompted;
    }

    private static Option<Consequence> idle(PipelineState state, InvokeAgent call) {
        return state.agents()
                .empty()
                .filter(each -> each.isOf(call.role(), call.agent()))
                .filter(EmptyCalls::isNoProgress)
                .map(each -> new Failure(state, fault(each)));
    }

    private static Fault fault(EmptyCalls empty) {
        return Fault.of(
                Fault.Kind.NO_PROGRESS,
                "the agent "
                        + empty.agent()
                        + " ended "
                        + empty.calls()
                        + " calls in a row without any change"
                        + (empty.lastWords().isBlank()
                                ? ""
                                : "; it said last: " + empty.lastWords()));
    }

    /**
     * Returns what follows if no agent is left after calls without progress: the user is asked what
     * the agent said last. What was answered before is not asked again.
     */
    static Option<Consequence> withoutProgress(PipelineState state, String role, Fault fault) {
        return state.agents()
                .empty()
                .filter(each -> each.role().equals(role) && each.isNoProgress())
                .filter(
                        each ->
                                fault.kind() == Fault.Kind.NO_PROGRESS
                                        || fault.kind() == Fault.Kind.OUTPUT_INVALID
                                                && !each.lastWords().isBlank()
                                                && !neverHalts(state))
                .map(each -> stuck(state, each, fault));
    }

    private static Consequence stuck(PipelineState state, EmptyCalls empty, Fault fault) {
        var question =
                Question.of(empty.lastWords().isBlank() ? fault.message() : empty.lastWords());
        var questions = state.agents().questions();
        return neverHalts(state) || questions.isAnswered(question)
                ? new Halt(state, fault)
                : new Stay(state.withAgents(state.agents().with(questions.asking(question))));
    }

    private static boolean neverHalts(PipelineState state) {
        return state.policy().recovery().onExhausted() == OnExhausted.NEVER_HALT;
    }
}
