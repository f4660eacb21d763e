package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import java.time.Instant;

/** Law 17: while a run waits for an agent, no other agent of the role could be called. */
class FallbackProperties {

    /** Who has failed in each round of the chain is not called for ever beside one that rests. */
    @Property
    void an_agent_that_could_be_called_is_never_left_idle_while_the_run_waits_for_another_one(
            @ForAll(supplier = Walks.AgentChains.class) Walk walk) {
        law("nobody is idle while the run waits for another")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var state = moment.after();
                            var until = waited(state).map(WaitCondition.Timer::notBefore);
                            var limits = state.policy().limits();
                            if (until.forAll(
                                    end ->
                                            !end.isAfter(
                                                    state.header()
                                                            .now()
                                                            .plusMillis(
                                                                    limits.backoffMaxMillis()))))
                                return;
                            var chain = state.agents().chain(role(state));
                            boolean isSpent =
                                    chain.cycle() + 1 >= limits.cyclesMax()
                                            && chain.failed().containsAll(idle(state));
                            require(
                                    isSpent || idle(state).isEmpty(),
                                    moment,
                                    idle(state).mkString(", ")
                                            + " could be called, and the run waits until "
                                            + until.get());
                        });
    }

    @Property
    void a_wait_for_an_agent_names_the_reason_of_the_agent_that_it_waits_for(
            @ForAll(supplier = Walks.AgentChains.class) Walk walk) {
        law("a wait names its own reason")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var state = moment.after();
                            waited(state)
                                    .forEach(
                                            awaited -> {
                                                var waitedFor =
                                                        state.policy()
                                                                .chain(role(state))
                                                                .flatMap(
                                                                        state.agents().resting()
                                                                                ::get)
                                                                .filter(
                                                                        rest ->
                                                                                rest.until()
                                                                                        .equals(
                                                                                                awaited
                                                                                                        .notBefore()));
                                                require(
                                                        waitedFor.isEmpty()
                                                                || waitedFor.exists(
                                                                        rest ->
                                                                                rest.why()
                                                                                        .equals(
                                                                                                awaited
                                                                                                        .why())),
                                                        moment,
                                                        "it names " + awaited.why());
                                            });
                        });
    }

    @Property
    void a_conversation_that_is_not_there_costs_no_try_and_a_new_one_follows(
            @ForAll(supplier = Walks.AgentChains.class) Walk walk) {
        law("an unknown conversation costs no try")
                .holdsOn(
                        walk,
                        (run, _) -> {
                            Option<InvokeAgent> forgotten = Option.none();
                            for (var moment : run.moments()) {
                                if (moment.event() instanceof EffectStarted(_, InvokeAgent call)
                                        && forgotten.exists(
                                                before ->
                                                        before.role().equals(call.role())
                                                                && before.agent()
                                                                        .equals(call.agent()))) {
                                    require(
                                            call.resumes().isEmpty(),
                                            moment,
                                            "it is resumed again");
                                    forgotten = Option.none();
                                }
                                if (!(moment.event() instanceof AgentFailed failed)
                                        || moment.after() == moment.before()) continue;
                                var call = called(moment.before()).get();
                                if (failed.fault().kind() != Fault.Kind.SESSION_UNKNOWN
                                        || call.resumes().isEmpty()) continue;
                                forgotten = Option.of(call);
                                require(
                                        moment.after().usage().tally().sameAgent()
                                                == moment.before().usage().tally().sameAgent(),
                                        moment,
                                        "it counts as a failure");
                                require(
                                        !moment.after()
                                                .agents()
                                                .chain(call.role())
                                                .failed()
                                                .contains(call.agent()),
                                        moment,
                                        "its agent is passed over");
                            }
                        });
    }

    private static Option<InvokeAgent> called(PipelineState state) {
        return state.slots()
                .inFlight()
                .running()
                .filter(InvokeAgent.class::isInstance)
                .map(InvokeAgent.class::cast);
    }

    /** What the run waits for a time for. */
    private static Option<WaitCondition.Timer> waited(PipelineState state) {
        return Pipeline.decide(state).effect() instanceof Wait(var awaited, var until)
                        && until.isDefined()
                ? awaited.filter(WaitCondition.Timer.class::isInstance)
                        .map(WaitCondition.Timer.class::cast)
                        .headOption()
                : Option.none();
    }

    /** The agents of the role that comes next which neither rest nor are signed out. */
    private static Vector<String> idle(PipelineState state) {
        Instant now = state.header().now();
        return state.policy()
                .chain(role(state))
                .filter(
                        agent ->
                                !state.agents().isBarred(agent)
                                        && !state.agents().isResting(agent, now));
    }

    private static String role(PipelineState state) {
        return state.awaitedRole().getOrElse("");
    }
}
