package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.AgentEvent.SessionStarted;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.Allowance;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Kind;
import dev.foldline.core.state.Usage.Meter;
import dev.foldline.core.state.Usage.Tally;
import dev.foldline.core.workflow.PhaseRetryPolicy;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Route;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.util.HashMap;

/**
 * Each allowance of its own is kept, too, counted here from what happened and not from what the
 * state says of itself.
 */
class BudgetProperties {

    @Property
    void an_agent_is_asked_for_its_output_no_more_often_than_allowed(
            @ForAll(supplier = Walks.OutputsRefused.class) Walk walk) {
        law("output retries are bounded")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            int reported = 0;
                            for (var moment : run.moments()) {
                                if (isPatienceRenewed(moment)) reported = 0;
                                if (tries(moment).exists(setback -> setback.kind() == Kind.OUTPUT))
                                    reported++;
                                require(
                                        reported < Math.max(1, care(moment.before()).outputsMax()),
                                        moment,
                                        reported + " output retries of one agent");
                            }
                        });
    }

    @Property
    void an_agent_that_fails_is_asked_again_no_more_often_than_allowed(
            @ForAll(supplier = Walks.AgentsFail.class) Walk walk) {
        law("retries of one agent are bounded")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            int again = 0;
                            for (var moment : run.moments()) {
                                if (isPatienceRenewed(moment)
                                        || moment.event() instanceof AgentFinished) again = 0;
                                if (tries(moment)
                                        .exists(setback -> setback.kind() == Kind.SAME_AGENT))
                                    again++;
                                require(
                                        again
                                                < Math.max(
                                                        1,
                                                        moment.after()
                                                                .policy()
                                                                .limits()
                                                                .sameAgentMax()),
                                        moment,
                                        again + " retries of one agent");
                            }
                        });
    }

    @Property
    void a_chain_is_gone_through_no_more_often_than_allowed(
            @ForAll(supplier = Walks.AgentsFailOrOutputsRefused.class) Walk walk) {
        law("cycles of a chain are bounded")
                .holdsOn(
                        walk,
                        (run, _) ->
                                run.moments()
                                        .forEach(
                                                moment ->
                                                        moment.after()
                                                                .agents()
                                                                .chains()
                                                                .forEach(
                                                                        (role, chain) ->
                                                                                require(
                                                                                        chain
                                                                                                                .cycle()
                                                                                                        < moment.after()
                                                                                                                .policy()
                                                                                                                .limits()
                                                                                                                .cyclesMax()
                                                                                                && chain.failed()
                                                                                                                .size()
                                                                                                        < Math
                                                                                                                .max(
                                                                                                                        1,
                                                                                                                        moment.after()
                                                                                                                                .policy()
                                                                                                                                .chain(
                                                                                                                                        role)
                                                                                                                                .size()),
                                                                                        moment,
                                                                                        role
                                                                                                + " is at"
                                                                                                + " "
                                                                                                + chain))));
    }

    @Property
    void a_chain_starts_again_only_after_a_wait_a_recovery_or_on_entering_a_phase(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a chain never goes back by itself")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                moment.after()
                                        .agents()
                                        .chains()
                                        .forEach(
                                                (role, chain) -> {
                                                    var before =
                                                            moment.before().agents().chain(role);
                                                    boolean back =
                                                            chain.cycle() < before.cycle()
                                                                    || chain.cycle()
                                                                                    == before
                                                                                            .cycle()
                                                                            && chain.failed().size()
                                                                                    < before.failed()
                                                                                            .size();
                                                    require(
                                                            !back
                                                                    || startsAnew(moment)
                                                                    || chain.cycle()
                                                                                    == before
                                                                                            .cycle()
                                                                            && endsAWait(moment),
                                                            moment,
                                                            role
                                                                    + " went from "
                                                                    + before
                                                                    + " to "
                                                                    + chain);
                                                }));
    }

    /** After a wait for one agent, the others of its cycle may be called again. */
    private static boolean endsAWait(SimulationStep moment) {
        return moment.before().slots().retry() instanceof Retry.Waiting
                && !(moment.after().slots().retry() instanceof Retry.Waiting);
    }

    private static boolean startsAnew(SimulationStep moment) {
        return moment.event() instanceof PhaseEntered
                || !(moment.after().slots().recovery() instanceof Recovery.Idle);
    }

    @Property
    void unfinished_work_is_continued_no_more_often_than_allowed(
            @ForAll(supplier = Walks.ChecksFailOrOtherLabels.class) Walk walk) {
        law("continuations are bounded")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            int more = 0;
                            for (var moment : run.moments()) {
                                if (isBegunAnew(moment)
                                        || tries(moment)
                                                .exists(
                                                        setback ->
                                                                setback.kind() == Kind.NEXT_AGENT))
                                    more = 0;
                                if (continues(moment)) more++;
                                require(
                                        more
                                                < Math.max(
                                                        1,
                                                        care(moment.before()).continuationsMax()),
                                        moment,
                                        more + " continuations");
                            }
                        });
    }

    @Property
    void a_counted_route_back_is_taken_no_more_often_than_it_counts(
            @ForAll(supplier = Walks.OtherLabels.class) Walk walk) {
        law("routes back are counted")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            int max =
                                    walk.workflow()
                                            .phases()
                                            .flatMap(phase -> phase.routes().values())
                                            .flatMap(
                                                    route ->
                                                            route
                                                                            instanceof
                                                                            Route.Back(_, var times)
                                                                    ? Option.of(times)
                                                                    : Option.<Integer>none())
                                            .sum()
                                            .intValue();
                            int taken = 0;
                            for (var moment : run.moments()) {
                                boolean recovers =
                                        !(moment.after()
                                                .slots()
                                                .recovery()
                                                .equals(moment.before().slots().recovery()));
                                boolean asked =
                                        moment.event() instanceof InputEvent
                                                && !(moment.event() instanceof InputEvent.Called);
                                boolean back =
                                        moment.after().at().compareTo(moment.before().at().at(0))
                                                        < 0
                                                || moment.after()
                                                                .at()
                                                                .equals(moment.before().at().at(0))
                                                        && moment.after().cursor()
                                                                instanceof Cursor.Arrived
                                                        && moment.before().cursor()
                                                                instanceof Cursor.Working;
                                if (moment.event() instanceof InputEvent.RetryGranted) taken = 0;
                                if (back && !recovers && !asked) taken++;
                                require(
                                        taken <= max,
                                        moment,
                                        "back for the "
                                                + taken
                                                + ". time, "
                                                + max
                                                + " are counted");
                            }
                        });
    }

    @Property
    void a_phase_is_entered_with_fresh_limits_and_full_chains(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("entering a phase renews all patience")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (!(moment.event() instanceof PhaseEntered)
                                    || moment.after() == moment.before()) return;
                            require(
                                    moment.after().usage().tally().equals(Tally.FRESH),
                                    moment,
                                    "it begins with " + moment.after().usage().tally());
                            require(
                                    moment.after().agents().chains().isEmpty(),
                                    moment,
                                    "it begins with " + moment.after().agents().chains());
                        });
    }

    @Property
    void the_usage_of_the_phases_adds_up_to_that_of_the_run(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("the phases together are the run")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var phases =
                                    moment.after()
                                            .usage()
                                            .byPhase()
                                            .values()
                                            .fold(Meter.ZERO, Meter::plus);
                            require(
                                    phases.equals(moment.after().usage().meter()),
                                    moment,
                                    phases
                                            + " in phases, "
                                            + moment.after().usage().meter()
                                            + " in all");
                        });
    }

    @Property
    void the_budget_of_one_phase_is_independent_of_the_usage_of_another(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("a phase is held by its own budget")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            var sums = new HashMap<String, Sum>();
                            for (var moment : run.moments()) {
                                called(moment)
                                        .forEach(
                                                call ->
                                                        sums.merge(
                                                                call.key().phase(),
                                                                Sum.of(moment.event()),
                                                                Sum::plus));
                                var phase = moment.after().effectKey().phase();
                                var sum = sums.getOrDefault(phase, Sum.NOTHING);
                                var budget =
                                        moment.after()
                                                .usage()
                                                .phases()
                                                .get(phase)
                                                .getOrElse(Budget.UNLIMITED);
                                var held =
                                        moment.after()
                                                .usage()
                                                .reached(phase)
                                                .filter(limit -> limit.contains("."));
                                require(
                                        held.contains(phase + ".agent_calls")
                                                == budget.agentCallsMax()
                                                        .exists(max -> sum.calls() >= max),
                                        moment,
                                        sum + ", but held by " + held);
                                require(
                                        sum.untold() > 0
                                                || held.contains(phase + ".tokens")
                                                        == budget.tokensMax()
                                                                .exists(max -> sum.tokens() >= max),
                                        moment,
                                        sum + ", but held by " + held);
                            }
                        });
    }

    /** What the calls of a phase were, by their events. */
    private record Sum(int calls, long tokens, int untold) {
        static final Sum NOTHING = new Sum(0, 0, 0);

        static Sum of(Event event) {
            var tokens =
                    switch (event) {
                        case AgentFinished finished -> finished.spend().tokens();
                        case AgentFailed failed -> failed.spend().tokens();
                        default -> Option.<Long>none();
                    };
            return new Sum(1, tokens.getOrElse(0L), tokens.isEmpty() ? 1 : 0);
        }

        Sum plus(Sum more) {
            return new Sum(calls + more.calls, tokens + more.tokens, untold + more.untold);
        }
    }

    /** The call that this moment ends. */
    private static Option<InvokeAgent> called(SimulationStep moment) {
        boolean ends =
                moment.event() instanceof Event.Answer answer
                        && moment.before().awaits(answer.ticket())
                        && !(answer instanceof NotDone
                                || answer instanceof SessionStarted
                                || answer instanceof EffectStarted);
        return moment.before()
                .slots()
                .inFlight()
                .running()
                .filter(effect -> ends && effect instanceof InvokeAgent)
                .map(InvokeAgent.class::cast);
    }

    @Property
    void no_call_starts_on_a_used_up_budget_or_with_more_than_the_rest_of_it(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("budgets come before calls")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            if (!(moment.event() instanceof EffectStarted(_, InvokeAgent call))
                                    || moment.after() == moment.before()) return;
                            var spent = moment.before().usage();
                            var limits =
                                    Vector.of(spent.budget())
                                            .appendAll(spent.phases().get(call.key().phase()));
                            var meters = Vector.of(spent.meter(), spent.meter(call.key().phase()));
                            limits.zip(meters)
                                    .forEach(
                                            pair -> {
                                                require(
                                                        pair._2().reached(pair._1()).isEmpty(),
                                                        moment,
                                                        "a call on a spent budget");
                                                require(
                                                        call.allowance()
                                                                .flatMap(Allowance::tokensMax)
                                                                .forAll(
                                                                        most ->
                                                                                pair._1()
                                                                                        .tokensMax()
                                                                                        .forAll(
                                                                                                max ->
                                                                                                        most
                                                                                                                <= max
                                                                                                                        - pair._2()
                                                                                                                                .tokens()
                                                                                                                                .total())),
                                                        moment,
                                                        "more is set aside than is left");
                                            });
                        });
    }

    /**
     * What the run tries again because of this moment. What was lost is begun again as it was,
     * which is no failure.
     */
    private static Option<Retry.Setback> tries(SimulationStep moment) {
        boolean back = moment.after().usage().rewinds() > moment.before().usage().rewinds();
        if (!back || isLost(moment.event()) || isForgotten(moment)) return Option.none();
        return switch (moment.after().slots().retry()) {
            case Retry.Due(var setback) -> Option.of(setback);
            case Retry.Waiting(var setback, _) -> Option.of(setback);
            case Retry.Running _, Retry.Idle _ -> Option.none();
        };
    }

    /** The agent does not know the conversation it was to go on with. */
    private static boolean isForgotten(SimulationStep moment) {
        return moment.event() instanceof AgentFailed failed
                && failed.fault().kind() == Fault.Kind.SESSION_UNKNOWN
                && called(moment).exists(call -> call.resumes().isDefined());
    }

    private static boolean isLost(Event event) {
        return event instanceof AgentFailed failed
                        && (failed.fault().kind() == Fault.Kind.LOST
                                || failed.fault().kind() == Fault.Kind.ALLOWANCE_SPENT)
                || event instanceof EffectFailed(_, var fault, _) && fault.kind() == Fault.Kind.LOST
                || event instanceof EffectCancelled;
    }

    private static boolean continues(SimulationStep moment) {
        boolean due =
                moment.after().slots().continuation() instanceof Continuation.MoreDue
                        || moment.after().slots().continuation() instanceof Continuation.RedoDue;
        return due
                && !(moment.event() instanceof InputEvent)
                && moment.after().usage().rewinds() > moment.before().usage().rewinds()
                && !moment.after()
                        .slots()
                        .continuation()
                        .equals(moment.before().slots().continuation());
    }

    /** Another agent, another phase, a recovery or a person. */
    private static boolean isPatienceRenewed(SimulationStep moment) {
        boolean another =
                tries(moment)
                        .exists(
                                setback ->
                                        setback.kind() == Kind.NEXT_AGENT
                                                || setback.kind() == Kind.OTHER_AGENT);
        return another
                || isBegunAnew(moment)
                || !moment.after().slots().recovery().equals(moment.before().slots().recovery());
    }

    private static boolean isBegunAnew(SimulationStep moment) {
        return moment.event() instanceof PhaseEntered
                || moment.event() instanceof InputEvent.GateRejected
                || !moment.after().phaseKey().equals(moment.before().phaseKey())
                || moment.after().at().turn() != moment.before().at().turn();
    }

    private static PhaseRetryPolicy care(PipelineState state) {
        return state.phase().map(phase -> phase.retryPolicy()).getOrElse(PhaseRetryPolicy.DEFAULT);
    }
}
