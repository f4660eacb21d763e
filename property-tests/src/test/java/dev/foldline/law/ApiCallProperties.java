package dev.foldline.law;

import static dev.foldline.core.workflow.Policy.checking;
import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;
import static dev.foldline.testkit.script.Plays.approves;
import static dev.foldline.testkit.script.Plays.rejects;
import static dev.foldline.testkit.script.Plays.staysAway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.arbitrary.WorkflowShapes;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.FileEvent.PromptRendered;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.InputEvent.BudgetRaised;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.InputEvent.RetryGranted;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.Feature;
import dev.foldline.testkit.script.GatePlay;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/** Law 11: an agent is called once, and again only for a reason that is in the log. */
class ApiCallProperties {

    @Property
    void an_agent_is_called_once_and_once_more_for_each_reason(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("calls are 1 + rejections + failures + continuations + restarts")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            Map<String, Integer> calls = HashMap.empty();
                            Map<String, Integer> reasons = HashMap.empty();
                            var cutShort = new HashSet<Position>();
                            for (var moment : run.moments()) {
                                if (rewinds(moment)) return;
                                if (leapsToItsGate(moment))
                                    cutShort.add(moment.before().at().at(0));
                                reasons = withReasons(reasons, moment);
                                if (moment.event() instanceof NotDone)
                                    calls = counted(calls, undone(moment), -1);
                                if (moment.event() instanceof EffectStarted(_, InvokeAgent call)
                                        && moment.after() != moment.before()) {
                                    calls = counted(calls, call.key().spot(), 1);
                                    require(
                                            made(calls, call.key().spot())
                                                    <= 1 + made(reasons, call.key().spot()),
                                            moment,
                                            "it is called for no reason");
                                }
                                if (leavesItsPhase(moment)
                                        && !cutShort.contains(moment.before().at().at(0)))
                                    requireExact(calls, reasons, moment);
                            }
                        });
    }

    /**
     * The general law of approvals, on the built-in workflow as it ships: each phase has one agent
     * at most, and nobody mends.
     */
    @Property
    void S2_14_calls_are_one_and_one_for_each_rejection_and_each_failure(
            @ForAll(supplier = Walks.GateAnswers.class) Walk walk) {
        law("calls are 1 + rejections + failures")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            if (!walk.workflow().name().equals(Feature.NAME)
                                    || walk.workflow().policy().recovery().fixer().isDefined())
                                return;
                            Map<String, Integer> calls = HashMap.empty();
                            Map<String, Integer> reasons = HashMap.empty();
                            for (var moment : run.moments()) {
                                if (moment.after() == moment.before()) continue;
                                var phase = moment.before().phaseKey();
                                if (moment.event() instanceof EffectStarted(_, InvokeAgent _))
                                    calls = counted(calls, phase, 1);
                                if (moment.event() instanceof NotDone && !undone(moment).isEmpty())
                                    calls = counted(calls, phase, -1);
                                if (made(calls, phase) > made(reasons, phase) && callsAgain(moment))
                                    reasons = counted(reasons, phase, 1);
                                boolean left =
                                        leavesItsPhase(moment)
                                                && moment.after()
                                                        .at()
                                                        .isAfter(moment.before().at());
                                require(
                                        !left
                                                || made(calls, phase) == 0
                                                || made(calls, phase) == 1 + made(reasons, phase),
                                        moment,
                                        made(calls, phase)
                                                + " calls in "
                                                + phase
                                                + ", and "
                                                + made(reasons, phase)
                                                + " rejections and failures");
                            }
                        });
    }

    /**
     * A rejection, a failure, or a person's retry or stop, after which the agent of the phase is
     * due again.
     */
    private static boolean callsAgain(SimulationStep moment) {
        var before = moment.before();
        var after = moment.after();
        boolean reason =
                moment.event() instanceof GateRejected
                        || isAnswered(moment)
                        || moment.event() instanceof RetryGranted
                        || moment.event() instanceof EffectCancelled
                        || after.usage().rewinds() > before.usage().rewinds();
        int agent =
                before.phase()
                        .map(phase -> phase.steps().indexWhere(Step.Agent.class::isInstance))
                        .getOrElse(-1);
        return reason
                && agent >= 0
                && !(after.slots().recovery() instanceof Recovery.Ending)
                && after.at().step() <= agent;
    }

    /** No call too many and none too few, for each agent the phase came by. */
    private static void requireExact(
            Map<String, Integer> calls, Map<String, Integer> reasons, SimulationStep moment) {
        var steps = moment.before().phase().get().steps();
        for (int step = 0;
                step <= Math.min(moment.before().at().step(), steps.size() - 1);
                step++) {
            var spot = spot(moment.before(), step);
            require(
                    !(steps.get(step) instanceof Step.Agent)
                            || made(calls, spot) == 1 + made(reasons, spot),
                    moment,
                    made(calls, spot)
                            + " calls at "
                            + spot
                            + ", and "
                            + made(reasons, spot)
                            + " reasons to call again");
        }
    }

    @Property
    void a_signed_out_agent_is_not_called_until_a_user_may_have_signed_in(
            @ForAll(supplier = Walks.AgentsFail.class) Walk walk) {
        law("one refusal of an account is enough")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var refused = new HashSet<String>();
                            for (var moment : run.moments()) {
                                if (mayBeSignedIn(moment)) refused.clear();
                                if (!(moment.event() instanceof AgentFailed failed)
                                        || moment.after() == moment.before()) continue;
                                boolean account =
                                        failed.fault().kind() == Fault.Kind.AUTHENTICATION
                                                || failed.fault().kind() == Fault.Kind.CREDIT;
                                var agent =
                                        ((InvokeAgent)
                                                        moment.before()
                                                                .slots()
                                                                .inFlight()
                                                                .running()
                                                                .get())
                                                .agent()
                                                .split(":", 2)[0];
                                require(
                                        !account || refused.add(agent),
                                        moment,
                                        agent + " was called although it had been refused");
                            }
                        });
    }

    /**
     * A person has said something to the run that goes on, or a driver came back to one that
     * waited.
     */
    private static boolean mayBeSignedIn(SimulationStep moment) {
        return moment.event() instanceof DriverStarted
                        && moment.before().slots().retry() instanceof Retry.Waiting
                || moment.event() instanceof InputEvent.Resumed
                || moment.event() instanceof InputEvent.WaitSkipped
                || moment.event() instanceof RetryGranted
                || moment.event() instanceof BudgetRaised;
    }

    /** The agent that asked has its answer. */
    private static boolean isAnswered(SimulationStep moment) {
        return moment.event() instanceof InputEvent
                && moment.after().slots().continuation() instanceof Continuation.AnswerDue
                && !(moment.before().slots().continuation() instanceof Continuation.AnswerDue);
    }

    private static boolean leavesItsPhase(SimulationStep moment) {
        return moment.before().cursor() instanceof Cursor.Working
                && !moment.before().at().at(0).equals(moment.after().at().at(0));
    }

    /**
     * A label sent it past the rest of its phase, so that what follows is not called every time.
     */
    private static boolean leapsToItsGate(SimulationStep moment) {
        return !leavesItsPhase(moment)
                && moment.after().at().step() > moment.before().at().step() + 1;
    }

    private static int made(Map<String, Integer> counts, String spot) {
        return counts.get(spot).getOrElse(0);
    }

    /** A recovery, a route back and a person's retry may do anything again. */
    private static boolean rewinds(SimulationStep moment) {
        return !(moment.after().slots().recovery() instanceof Recovery.Idle)
                || moment.event() instanceof RetryGranted
                || moment.after().usage().routeUses().nonEmpty();
    }

    /**
     * Which calls this moment is a reason to make again: those from where the run goes back to, up
     * to where it stood.
     */
    private static Map<String, Integer> withReasons(
            Map<String, Integer> reasons, SimulationStep moment) {
        var before = moment.before();
        boolean rejected =
                moment.event() instanceof GateRejected && redoes(moment.after())
                        || isAnswered(moment);
        boolean failed =
                moment.after().usage().rewinds() > before.usage().rewinds()
                        || moment.event() instanceof EffectCancelled;
        if (moment.after() == before || before.phase().isEmpty() || !rejected && !failed)
            return reasons;
        var phase = before.phase().get();
        if (phase.steps().isEmpty()) return reasons;
        int first = moment.after().at().step();
        int last = Math.min(before.at().step(), phase.steps().size() - 1);
        long again = phase.steps().slice(first, last + 1).count(Step.Agent.class::isInstance);
        boolean ofAnAgent =
                switch (phase.steps().get(last)) {
                    case Step.Agent _, Step.Collect _ -> true;
                    // What an agent that the engine called hands in there may be refused as well.
                    case Step.WorkerRequest external -> external.artifact().isDefined();
                    case Step.Clean _,
                            Step.Prompt _,
                            Step.Check _,
                            Step.Git _,
                            Step.Forge _,
                            Step.Change _,
                            Step.Children _,
                            Step.Switch _ ->
                            false;
                };
        require(
                redoes(moment.after()) || again <= (ofAnAgent ? 1 : 0),
                moment,
                again + " agents are called again for step " + last);
        var sofar = reasons;
        for (int step = first; step <= last; step++) sofar = counted(sofar, spot(before, step), 1);
        return sofar;
    }

    /** Whether more than the segment is worth doing again. */
    private static boolean redoes(PipelineState after) {
        boolean again =
                after.slots().continuation() instanceof Continuation.MoreDue
                        || after.slots().continuation() instanceof Continuation.RedoDue
                        || after.slots().continuation() instanceof Continuation.AnswerDue;
        return again
                || after.slots().retry() instanceof Retry.Due(var setback)
                        && (setback.kind() == Retry.Kind.INSTRUCT_AGAIN
                                || setback.kind() == Retry.Kind.NEXT_AGENT);
    }

    private static Map<String, Integer> counted(
            Map<String, Integer> counts, String spot, int more) {
        return counts.put(spot, more, Integer::sum);
    }

    private static String undone(SimulationStep moment) {
        return moment.before()
                .slots()
                .inFlight()
                .running()
                .filter(InvokeAgent.class::isInstance)
                .map(effect -> effect.key().spot())
                .getOrElse("");
    }

    private static String spot(PipelineState state, int step) {
        return state.withCursor(new Cursor.Working(state.at().at(step))).effectKey().spot();
    }

    @Property
    void a_rejection_runs_nothing_earlier_again(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a rejection runs nothing earlier again")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            Option<PipelineState> rejected = Option.none();
                            for (var moment : run.moments()) {
                                if (rewinds(moment)) return;
                                if (moment.event() instanceof GateRejected
                                        && moment.after() != moment.before())
                                    rejected = Option.of(moment.before());
                                var earlier =
                                        rejected.exists(
                                                state ->
                                                        moment.after()
                                                                        .at()
                                                                        .compareTo(state.at().at(0))
                                                                < 0);
                                require(
                                        !earlier,
                                        moment,
                                        "it stands before the phase that was rejected");
                            }
                        });
    }

    @Property
    void a_refused_artifact_is_made_again_before_it_is_collected_again(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a refused artifact is made again")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var refused = "";
                            for (var moment : run.moments()) {
                                if (moment.event() instanceof ArtifactRefused event) {
                                    require(
                                            refused.isEmpty(),
                                            moment,
                                            "refused again, and nobody was called in between");
                                    refused = event.artifact();
                                }
                                if (moment.event() instanceof AgentEvent
                                        || moment.event() instanceof InputEvent
                                        || isPrinted(refused, moment.event())) refused = "";
                            }
                        });
    }

    /** A check can make what is named after it. */
    private static boolean isPrinted(String artifact, Event event) {
        return event instanceof CheckPassed(_, var check, _, _, _, _, _, _, _)
                && check.equals(artifact);
    }

    @Property
    void every_call_has_a_prompt_of_its_own(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("every call has a prompt of its own")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            boolean prompted = false;
                            for (var moment : run.moments()) {
                                if (moment.event() instanceof PromptRendered
                                        || moment.event() instanceof NotDone) prompted = true;
                                boolean calls =
                                        moment.event() instanceof EffectStarted(_, var effect)
                                                && effect instanceof InvokeAgent;
                                require(
                                        !calls || prompted || isFixing(moment.before()),
                                        moment,
                                        "called without a new prompt");
                                if (calls) prompted = false;
                            }
                        });
    }

    /**
     * Another fixer is given the prompt of the one that failed: it says what has to be mended, not
     * how it went.
     */
    private static boolean isFixing(PipelineState state) {
        return state.slots().recovery() instanceof Recovery.FixPrompted;
    }

    @Test
    void S2_07_an_approval_continues_the_run_and_repeats_nothing() {
        assertThat(feature(staysAway()).calls("executor")).isEqualTo(2);
        assertThat(feature(approves()).calls("executor")).isEqualTo(4);
    }

    @Test
    void S2_08_S2_09_S2_10_each_rejection_costs_one_call_and_opens_the_gate_again() {
        for (int rejections = 0; rejections <= 10; rejections++) {
            var again = Collections.nCopies(rejections, rejects("again, please"));
            assertThat(feature(with(again, staysAway())).calls("executor"))
                    .as(rejections + " rejections")
                    .isEqualTo(2 + rejections);
            assertThat(feature(with(again, approves())).calls("executor"))
                    .as(rejections + ", then approved")
                    .isEqualTo(4 + rejections);
        }
    }

    @Test
    void S2_12_a_rejected_plan_runs_again_and_research_does_not() {
        var run =
                Simulation.of(WorkflowShapes.feature(checking("checks", "make test")))
                        .gate("requirements", approves())
                        .gate("plan", rejects("smaller steps"), staysAway())
                        .run();
        assertThat(run.calls("executor")).isEqualTo(5);
        assertThat(run.state().ledger().executions("design/research")).isEqualTo(1);
        assertThat(run.state().ledger().executions("design/plan")).isEqualTo(2);
    }

    /** At its first gate, and then at the plan's. */
    private static SimulationResult feature(GatePlay... plays) {
        return Simulation.of(WorkflowShapes.feature(checking("checks", "make test")))
                .gate("requirements", plays)
                .run();
    }

    private static GatePlay[] with(List<GatePlay> plays, GatePlay last) {
        return Stream.concat(plays.stream(), Stream.of(last)).toArray(GatePlay[]::new);
    }
}
