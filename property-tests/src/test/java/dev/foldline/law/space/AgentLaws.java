package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Fault.Remedy;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Duration;
import java.time.Instant;

/** A failed, limited or refused agent is replaced by the next one, for as long as it must be. */
public final class AgentLaws {
    private AgentLaws() {}

    public static void check(PipelineState state) {
        if (Pipeline.determineNextEffect(state) instanceof InvokeAgent call) calls(state, call);
        noOneIsAvailableInAWait(state);
    }

    public static void check(Transition t) {
        conversationsBelongToTheirAgent(t);
        successClearsTheAgent(t);
        silenceCounts(t);
        usersAdmitAgents(t);
        waitsPassTime(t);
        answersPassTime(t);
        if (t.call().isEmpty() || t.reported().isEmpty()) return;
        var call = t.call().get();
        var fault = t.reported().get();
        refusedAccountsAreBarred(t, call, fault);
        if (t.event() instanceof AgentEvent.AgentFailed failed) limitedAgentsRest(t, call, failed);
        if (t.isExhausted() || !t.isOrdinary()) return;
        // The work counts as done, whatever its last call ends with.
        if (t.before().isDeclaredDone()) return;
        boolean advises = AdviceLaws.standard(t.before()).isDefined();
        if (!advises && fault.kind().remedy() == Remedy.NEXT_AGENT) nextAgent(t, call, fault);
        if (!advises && fault.kind().remedy() == Remedy.WAIT_OR_OTHER_AGENT) otherAgent(t, call);
        if (fault.kind() == Kind.LOST)
            require(
                    t.after().slots().retry() instanceof Retry.Due
                            && t.after()
                                    .agents()
                                    .chain(call.role())
                                    .failed()
                                    .equals(t.before().agents().chain(call.role()).failed()),
                    "a lost call is not restarted");
        cyclesWait(t, call);
    }

    private static boolean isFree(PipelineState state, String agent) {
        return !state.agents().isBarred(agent)
                && !state.agents()
                        .resting()
                        .get(agent)
                        .exists(rest -> rest.until().isAfter(state.header().now()));
    }

    private static void calls(PipelineState state, InvokeAgent call) {
        var free =
                state.policy()
                        .chain(call.role())
                        .removeAll(state.agents().chain(call.role()).failed())
                        .filter(agent -> isFree(state, agent));
        require(
                free.isEmpty() || free.head().equals(call.agent()),
                call.agent() + " is called instead of " + free);
        var others = able(state, call.role()).filter(agent -> isFree(state, agent));
        require(
                others.isEmpty() || others.contains(call.agent()),
                call.agent() + " is called although it rests, instead of " + others);
    }

    private static void noOneIsAvailableInAWait(PipelineState state) {
        if (!Transition.isOrdinary(state)) return;
        if (!(state.slots().retry() instanceof Retry.Waiting(var setback, _))
                || setback.kind() != Retry.Kind.OTHER_AGENT) return;
        var free =
                state.roleAhead()
                        .toVector()
                        .flatMap(
                                role ->
                                        state.policy()
                                                .chain(role)
                                                .removeAll(state.agents().chain(role).failed()))
                        .filter(agent -> isFree(state, agent));
        require(free.isEmpty(), "the run waits although " + free + " can be called");
    }

    private static void conversationsBelongToTheirAgent(Transition t) {
        if (!(t.event() instanceof AgentEvent) || t.isExhausted()) return;
        t.call()
                .forEach(
                        call -> {
                            var session = t.after().agents().chain(call.role()).session();
                            require(
                                    session.forAll(each -> each.agent().equals(call.agent())),
                                    "the conversation of another agent is kept");
                            if (t.event() instanceof AgentEvent.AgentFinished finished)
                                require(
                                        session.map(Agents.Session::id).equals(finished.session())
                                                || session.isEmpty()
                                                        && (!t.isOrdinary() || t.asks()),
                                        "an old conversation is kept");
                            if (t.event() instanceof AgentEvent.AgentFailed failed)
                                require(
                                        session.map(Agents.Session::id)
                                                .forAll(known(t, call, failed)::contains),
                                        "a failed agent keeps the conversation of another one");
                            t.reported()
                                    .map(Fault::kind)
                                    .filter(
                                            kind ->
                                                    kind == Kind.CONTEXT_FULL
                                                            || kind == Kind.SESSION_UNKNOWN)
                                    .forEach(
                                            kind ->
                                                    require(
                                                            session.isEmpty(),
                                                            "kept after " + kind));
                        });
    }

    /** Returns the conversation that a failed call has reported, or else its agent's last one. */
    private static Option<String> known(
            Transition t, InvokeAgent call, AgentEvent.AgentFailed failed) {
        return failed.session()
                .orElse(
                        t.before()
                                .agents()
                                .chain(call.role())
                                .session()
                                .filter(each -> each.agent().equals(call.agent()))
                                .map(Agents.Session::id));
    }

    private static void successClearsTheAgent(Transition t) {
        if (!(t.event() instanceof AgentEvent.AgentFinished)) return;
        t.call()
                .forEach(
                        call -> {
                            require(
                                    t.after().agents().refusals(call.agent()) == 0,
                                    "refusals survive a success");
                            require(
                                    t.after().agents().silentCalls(call.agent()) == 0,
                                    "silence survives a success");
                        });
    }

    private static void silenceCounts(Transition t) {
        if (t.call().isEmpty() || !(t.event() instanceof AgentEvent.AgentFailed failed)) return;
        if (failed.fault().kind() == Kind.LOST)
            require(
                    t.after().agents().silent().equals(t.before().agents().silent()),
                    "a lost call changes the silence of an agent");
        if (failed.fault().kind() != Kind.NO_OUTPUT) return;
        var agent = t.call().get().agent();
        int calls = t.before().agents().silentCalls(agent) + 1;
        require(t.after().agents().silentCalls(agent) == calls, "a silent call does not count");
        require(
                calls != Agents.SILENT_MAX - 1
                        || t.before().agents().isBarred(agent)
                        || !t.after().agents().isBarred(agent),
                "an agent is barred too early");
        require(
                calls < Agents.SILENT_MAX || t.after().agents().isBarred(agent),
                "a silent agent is not barred");
    }

    private static void usersAdmitAgents(Transition t) {
        boolean asked =
                t.event() instanceof InputEvent.Resumed
                        || t.event() instanceof InputEvent.RetryGranted
                        || t.event() instanceof InputEvent.BudgetRaised
                        || t.event() instanceof InputEvent.WaitSkipped;
        if (!asked || t.after() == t.before()) return;
        require(t.after().agents().barred().isEmpty(), "an agent stays barred after " + t.event());
        require(t.after().agents().silent().isEmpty(), "an agent stays barred after " + t.event());
        if (t.event() instanceof InputEvent.WaitSkipped)
            require(
                    t.before()
                            .awaitedRole()
                            .toVector()
                            .flatMap(role -> t.before().policy().chain(role))
                            .forAll(agent -> isFree(t.after(), agent)),
                    "a skipped wait goes on");
    }

    private static void waitsPassTime(Transition t) {
        if (!(t.event() instanceof RunEvent.WaitElapsed elapsed) || !t.isOutcome()) return;
        require(!t.after().header().now().isBefore(elapsed.at()), "a wait passes no time");
        if (!(t.before().slots().retry() instanceof Retry.Waiting(var setback, _))) return;
        if (!t.isOrdinary() || t.isExhausted()) return;
        require(!(t.after().slots().retry() instanceof Retry.Waiting), "a wait does not end");
        t.before()
                .roleAhead()
                .filter(_ -> setback.kind() == Retry.Kind.OTHER_AGENT)
                .forEach(
                        role ->
                                require(
                                        t.after().agents().chain(role).failed().isEmpty(),
                                        "failed agents are not called again after a limit"));
    }

    private static void answersPassTime(Transition t) {
        var at =
                switch (t.event()) {
                    case AgentEvent.AgentFinished finished -> Option.of(finished.at());
                    case AgentEvent.AgentFailed failed -> Option.of(failed.at());
                    case RunEvent.EffectCancelled cancelled -> Option.of(cancelled.at());
                    case Event _ -> Option.<Instant>none();
                };
        require(
                !t.isOutcome() || at.forAll(time -> !t.after().header().now().isBefore(time)),
                "an answer passes no time");
    }

    private static void refusedAccountsAreBarred(Transition t, InvokeAgent call, Fault fault) {
        if (fault.kind() != Kind.AUTHENTICATION && fault.kind() != Kind.CREDIT) return;
        if (!(t.isOrdinary() || t.before().slots().recovery() instanceof Recovery.FixPrompted))
            return;
        if (t.isExhausted()) return;
        require(t.after().agents().isBarred(call.agent()), "a refused account may be called");
        require(
                t.after().agents().isBarred(call.agent().replaceFirst(":.*", "") + ":other"),
                "another model of a refused account may be called");
    }

    private static void limitedAgentsRest(
            Transition t, InvokeAgent call, AgentEvent.AgentFailed failed) {
        if (failed.fault().kind().remedy() != Remedy.WAIT_OR_OTHER_AGENT) return;
        if (!(t.isOrdinary() || t.before().slots().recovery() instanceof Recovery.FixPrompted))
            return;
        int refusals = t.before().agents().refusals(call.agent()) + 1;
        require(t.after().agents().refusals(call.agent()) == refusals, "a refusal does not count");
        var now = t.after().header().now();
        long rest =
                Duration.between(now, t.after().agents().resting().get(call.agent()).get().until())
                        .toMillis();
        long least = Math.min(3_600_000, base(t) << Math.min(20, refusals - 1));
        least = Math.max(base(t), least);
        var reported = failed.fault().resetsAt().filter(time -> time.isAfter(now));
        if (reported.isDefined() && refusals == 1) {
            require(
                    now.plusMillis(rest).equals(reported.get()),
                    "the reported end of a limit is ignored");
            return;
        }
        require(rest >= least, "refusal " + refusals + " rests " + rest + " ms");
        require(
                reported.isDefined() || rest <= least + least / 10 + 1,
                "refusal " + refusals + " rests " + rest + " ms");
    }

    private static long base(Transition t) {
        return t.before().policy().limits().restMillis();
    }

    /** Agents that failed are called again only if the others may not be called. */
    private static Vector<String> able(PipelineState state, String role) {
        var admitted = state.policy().chain(role).filter(agent -> !state.agents().isBarred(agent));
        var fresh = admitted.removeAll(state.agents().chain(role).failed());
        return fresh.isEmpty() ? admitted : fresh;
    }

    private static void nextAgent(Transition t, InvokeAgent call, Fault fault) {
        var order = t.before().policy().chain(call.role());
        var failed = t.before().agents().chain(call.role()).failed().append(call.agent());
        if (fault.kind() == Kind.CONTEXT_FULL && call.resumes().isDefined()) return;
        var left = order.removeAll(failed).filter(agent -> !t.after().agents().isBarred(agent));
        var retry = t.after().slots().retry();
        if (left.nonEmpty()) {
            require(
                    Transition.isOrdinary(t.after()) && !(retry instanceof Retry.Idle),
                    "the run gives up although " + left + " can be called");
            if (retry instanceof Retry.Due(var setback)
                    && setback.kind() == Retry.Kind.NEXT_AGENT) {
                require(
                        t.after().agents().chain(call.role()).failed().contains(call.agent()),
                        "a failed agent may be called again");
                var tally = t.after().usage().tally();
                require(
                        tally.sameAgent() == 0 && tally.outputs() == 0,
                        "another agent has the failures of the last one");
                require(
                        tally.continuations() == t.before().usage().tally().continuations(),
                        "another agent has fresh continuations");
            }
        } else if (order.nonEmpty() && order.forAll(t.after().agents()::isBarred)) {
            require(
                    t.after().slots().recovery() instanceof Recovery.Halting
                            || t.after().slots().recovery() instanceof Recovery.Ending,
                    "the run goes on although no agent may be called");
        } else {
            int cycles = t.before().agents().chain(call.role()).cycle() + 1;
            boolean strict = t.phase().exists(phase -> phase.retryPolicy().strict().isDefined());
            boolean granted = cycles < t.before().policy().limits().cyclesMax();
            boolean waits = retry instanceof Retry.Waiting;
            require(strict || granted == waits, "cycle " + cycles + ": another one " + waits);
            if (!waits)
                require(
                        t.after().agents().chain(call.role()).equals(Agents.Chain.FRESH),
                        "a recovery starts with failed agents");
        }
    }

    private static void otherAgent(Transition t, InvokeAgent call) {
        var able = able(t.after(), call.role());
        var resting = able.filter(agent -> !isFree(t.after(), agent));
        var retry = t.after().slots().retry();
        boolean nextCycle =
                t.after().agents().chain(call.role()).cycle()
                        > t.before().agents().chain(call.role()).cycle();
        if (nextCycle) return;
        if (able.size() > resting.size()) {
            require(retry instanceof Retry.Due, "the run waits although an agent is available");
            require(
                    t.after().usage().tally().sameAgent() == 0,
                    "another agent has the failures of the last one");
            return;
        }
        var first =
                able.flatMap(agent -> t.after().agents().resting().get(agent))
                        .map(Agents.Rest::until)
                        .min();
        require(
                retry instanceof Retry.Waiting(_, var until) && first.contains(until),
                "the wait does not end with the first limit");
        require(
                t.after().usage().tally().sameAgent() == t.before().usage().tally().sameAgent(),
                "a limit changes the attempts of an agent");
    }

    private static void cyclesWait(Transition t, InvokeAgent call) {
        int cycle = t.after().agents().chain(call.role()).cycle();
        if (cycle <= t.before().agents().chain(call.role()).cycle()) return;
        var limits = t.before().policy().limits();
        require(cycle < limits.cyclesMax(), "one cycle too many");
        long wait =
                Math.min(
                        limits.backoffMaxMillis(),
                        limits.backoffFirstMillis() << Math.min(20, cycle - 1));
        require(
                t.after().slots().retry() instanceof Retry.Waiting(_, var until)
                        && until.equals(t.after().header().now().plusMillis(wait)),
                "cycle " + cycle + " does not wait " + wait + " ms");
    }
}
