package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.EmptyCalls;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Recovery;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.util.HashSet;

/** Law 25: a question is answered once, and its agent is not called before. */
class QuestionProperties {

    @Property(tries = 150)
    void no_agent_is_called_while_a_question_waits(
            @ForAll(supplier = Walks.Questions.class) Walk walk) {
        law("no call follows an unanswered question")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        !(moment.event() instanceof EffectStarted(_, var effect))
                                                || !(effect instanceof InvokeAgent)
                                                || !waits(moment.before()),
                                        moment,
                                        "an agent is called"));
    }

    private static boolean waits(PipelineState state) {
        return state.agents().questions().open().nonEmpty() && !isClosing(state);
    }

    private static boolean isClosing(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.Ending
                || state.slots().recovery() instanceof Recovery.Halting
                || state.slots().recovery() instanceof Recovery.Halted;
    }

    @Property(tries = 150)
    void each_question_is_asked_and_answered_once(
            @ForAll(supplier = Walks.Questions.class) Walk walk) {
        law("a question is answered once")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var asked = new HashSet<String>();
                            var answered = new HashSet<String>();
                            for (var moment : run.moments()) {
                                if (moment.event() instanceof GateOpened(_, var gate)
                                        && isQuestion(gate)
                                        && !moment.after().equals(moment.before()))
                                    require(
                                            asked.add(gate.instance())
                                                    && !isAnswered(moment.before(), gate),
                                            moment,
                                            "it is asked again: " + gate.reason());
                                for (var gate : resolved(moment))
                                    require(
                                            answered.add(gate.instance()),
                                            moment,
                                            "it is answered again: " + gate.reason());
                            }
                        });
    }

    private static boolean isQuestion(Gate gate) {
        return gate.origin() == Gate.Origin.QUESTION;
    }

    private static boolean isAnswered(PipelineState state, Gate gate) {
        return gate.question().exists(state.agents().questions()::isAnswered);
    }

    /** The gate of a question that this event answers. */
    private static Option<Gate> resolved(SimulationStep moment) {
        boolean answers =
                moment.event() instanceof GateApproved || moment.event() instanceof GateRejected;
        return answers
                        && moment.before().slots().gate() instanceof GateSlot.Open(var gate)
                        && isQuestion(gate)
                        && !moment.after().equals(moment.before())
                ? Option.of(gate)
                : Option.none();
    }

    @Property(tries = 150)
    void what_was_answered_is_remembered_and_a_late_answer_is_refused(
            @ForAll(supplier = Walks.Questions.class) Walk walk) {
        law("the answer that counts is kept")
                .holdsAtEveryMoment(
                        walk,
                        moment -> resolved(moment).forEach(gate -> requireKept(moment, gate)));
    }

    private static void requireKept(SimulationStep moment, Gate gate) {
        require(isAnswered(moment.after(), gate), moment, "the answer is lost");
        var late =
                new Command.Approve(
                        gate.id(),
                        new Shown(
                                Option.of(gate.instance()),
                                Option.of(gate.revision()),
                                Option.none()),
                        "too late");
        require(
                Pipeline.admit(moment.after(), late).isLeft(),
                moment,
                "a second answer is admitted");
    }

    /** Where a phase's work is called for, an agent without progress is not called a third time. */
    @Property(tries = 150)
    void two_calls_without_progress_are_not_followed_by_a_third(
            @ForAll(supplier = Walks.Questions.class) Walk walk) {
        law("no third call follows without progress")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        !(moment.event() instanceof EffectStarted(_, var effect))
                                                || !(effect instanceof InvokeAgent call)
                                                || !isWork(moment.before())
                                                || calls(moment.before(), call)
                                                        < EmptyCalls.CALLS_MAX,
                                        moment,
                                        "the agent is called again"));
    }

    @Property(tries = 150)
    void agents_without_progress_occur(@ForAll(supplier = Walks.Questions.class) Walk walk) {
        var run = walk.simulation().run();
        Occurrences.require(
                "no progress",
                run.moments().stream()
                        .anyMatch(
                                moment ->
                                        moment.after()
                                                .ledger()
                                                .lastFault()
                                                .exists(
                                                        fault ->
                                                                fault.kind()
                                                                        == Fault.Kind.NO_PROGRESS)),
                2);
    }

    private static boolean isWork(PipelineState state) {
        return !(state.slots().recovery() instanceof Recovery.FixPrompted)
                && state.phase().exists(phase -> phase.isWork(state.at().step()));
    }

    private static int calls(PipelineState state, InvokeAgent call) {
        return state.agents()
                .empty()
                .filter(each -> each.isOf(call.role(), call.agent()))
                .map(EmptyCalls::calls)
                .getOrElse(0);
    }

    /** A call that reports nothing new leaves nothing behind. */
    @Property(tries = 100)
    void a_late_report_of_a_question_changes_nothing(
            @ForAll(supplier = Walks.Questions.class) Walk walk) {
        law("a question is heard once")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        !(moment.event() instanceof AgentFinished finished)
                                                || Pipeline.reduce(moment.after(), finished)
                                                        .equals(moment.after()),
                                        moment,
                                        "it is heard twice"));
    }
}
