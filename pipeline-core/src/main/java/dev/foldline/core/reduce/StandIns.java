package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Agents.Chain;
import dev.foldline.core.state.Agents.Rest;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Retry.Setback;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.time.Instant;

/** Who takes over when an agent fails, is limited or must not be called. What is blamed is the agent that was called, whoever's turn it is since. */
final class StandIns {
    private StandIns() {}

    private static final int LATER_PARTS = 10;

    /** The agent that was called last is out: for this cycle, and if nothing but a person can help it, until one has. */
    static PipelineState without(PipelineState state, String role, Fault fault) {
        var chain = state.agents().chain(role);
        var out = state.agents().with(role, new Chain(failed(state, role), chain.cycle(), Option.none(), Option.none()));
        return state.with(state.header().isSince(2) && isForAPerson(fault) ? out.bars(called(state, role), fault) : out);
    }

    /** What no wait and no other prompt mends. */
    private static boolean isForAPerson(Fault fault) {
        return fault.kind() == Fault.Kind.AUTHENTICATION || fault.kind() == Fault.Kind.CREDIT;
    }

    /** Under the first rules all before the one whose turn it would be now had failed with it. */
    private static Vector<String> failed(PipelineState state, String role) {
        var failed = state.agents().chain(role).failed();
        var called = called(state, role);
        if (state.header().isSince(2)) return failed.append(called).distinct();
        var order = state.policy().chain(role);
        return order.take(Math.max(failed.size(), order.indexOf(called)) + 1);
    }

    /** The agent that was called last is limited. */
    static PipelineState rested(PipelineState state, String role, Fault fault) {
        var agent = called(state, role);
        int inARow = state.agents().refusals(agent) + 1;
        return state.with(state.agents().rests(agent, new Rest(until(state, agent, inARow, fault), inARow, fault)));
    }

    /** When the agent told, if it told. One that is refused again was told wrong: it rests no less than one that tells nothing. */
    private static Instant until(PipelineState state, String agent, int inARow, Fault fault) {
        var now = state.header().now();
        var rested = now.plusMillis(restMillis(state, agent, inARow));
        var told = fault.resetsAt().filter(time -> time.isAfter(now)).getOrElse(rested);
        return state.header().isSince(2) && inARow > 1 && told.isBefore(rested) ? rested : told;
    }

    /** Longer from time to time, and each run by another part of a tenth more, so that not all come back at once; after a crash the same. */
    private static long restMillis(PipelineState state, String agent, int inARow) {
        var limits = state.policy().limits();
        if (!state.header().isSince(2)) return limits.restMillis();
        long rest = limits.restMillis(inARow);
        int part = Math.floorMod((state.header().run() + agent + inARow).hashCode(), LATER_PARTS);
        return rest + rest / LATER_PARTS * part / LATER_PARTS;
    }

    /** Those of a role that have not failed in this cycle and are not barred. */
    static Vector<String> able(PipelineState state, String role) { return state.agents().able(role, state.policy().chain(role)); }

    /** Why nobody in this role may be called. */
    static Option<Fault> nobody(PipelineState state, String role) {
        var order = state.policy().chain(role);
        return order.nonEmpty() && order.forAll(state.agents()::isBarred)
                ? state.agents().barred(order.head()) : Option.none();
    }

    /** Another agent tries; while all that can be asked rest, the retry waits for the first of them. */
    static Retry retry(PipelineState state, String role, Setback setback) {
        return state.allRest(role).<Retry>map(rest -> new Retry.Waiting(setback, rest.until())).getOrElse(() -> new Retry.Due(setback));
    }

    /** Who answered last in the role. Under the first rules it was whose turn it is by now. */
    private static String called(PipelineState state, String role) {
        var called = state.header().isSince(2) ? state.agents().chain(role).called() : Option.<String>none();
        return called.orElse(() -> state.agents().current(role, state.policy().chain(role), state.header().now())).getOrElse("");
    }

    /** What a role waits for until this time. */
    static Retry waiting(Rest rest) {
        return new Retry.Waiting(new Setback(Retry.Kind.OTHER_AGENT, rest.refusals(), rest.why()), rest.until());
    }
}
