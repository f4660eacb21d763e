package dev.foldline.core.state;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * The current agent of each role, the agents that rest until their limit ends, and those that must
 * not be called.
 *
 * @param barred the reason, by the agent's name, with the provider if its model names one: a
 *     problem of an account applies to all its models; that of a model applies to it alone
 * @param silent agents whose latest calls had no output and no effect, by name
 * @param empty the latest calls in a row without any progress; none, as in older logs, without one
 * @param questions the questions of agents; none in older logs
 */
public record Agents(
        Map<String, Chain> chains,
        Map<String, Rest> resting,
        Map<String, Fault> barred,
        Map<String, Silence> silent,
        Option<EmptyCalls> empty,
        Questions questions) {

    /** Number of silent calls in a row after which an agent is not called again. */
    public static final int SILENT_MAX = 3;

    public static final Agents FRESH =
            new Agents(
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty(),
                    LinkedHashMap.empty(),
                    Option.none(),
                    Questions.NONE);

    /**
     * The progress of a role through its agents.
     *
     * @param failed the agents that have failed in this cycle
     * @param cycle number of completed cycles of the chain
     * @param called the agent that answered last in this cycle, if any
     */
    public record Chain(
            Vector<String> failed, int cycle, Option<Session> session, Option<String> called) {
        public static final Chain FRESH =
                new Chain(Vector.empty(), 0, Option.none(), Option.none());

        /** Returns the next cycle, in which all other agents may be called again. */
        public Chain nextRound(Vector<String> exhausted) {
            return new Chain(exhausted, cycle + 1, Option.none(), Option.none());
        }

        /** Returns the same cycle with all other agents available again. */
        public Chain sameRound(Vector<String> exhausted) {
            return new Chain(exhausted, cycle, session, called);
        }
    }

    /** A conversation that the agent can resume. */
    public record Session(String agent, String id) {}

    /**
     * The rest of a limited agent.
     *
     * @param refusals refusals since its last successful call, from 1
     */
    public record Rest(Instant until, int refusals, Fault why) {}

    /** Calls in a row in which an agent had no output and no effect. */
    public record Silence(int calls, Fault why) {}

    public Chain chain(String role) {
        return chains.get(role).getOrElse(Chain.FRESH);
    }

    public Agents with(String role, Chain chain) {
        return new Agents(chains.put(role, chain), resting, barred, silent, empty, questions);
    }

    public Agents rests(String agent, Rest rest) {
        return new Agents(chains, resting.put(agent, rest), barred, silent, empty, questions);
    }

    /** Returns a copy in which all rests end at this time, to compare runs whose times differ. */
    public Agents restingAt(Instant until) {
        return new Agents(
                chains,
                resting.mapValues(rest -> new Rest(until, rest.refusals(), rest.why())),
                barred,
                silent,
                empty,
                questions);
    }

    /** Returns how many times in a row the agent was refused. */
    public int refusals(String agent) {
        return resting.get(agent).map(Rest::refusals).getOrElse(0);
    }

    /** Records a completed call: the agent is neither limited nor silent. */
    public Agents awake(String agent) {
        return new Agents(
                chains, resting.remove(agent), barred, silent.remove(agent), empty, questions);
    }

    /** Ends the limits of a role's agents. All may be called again, in new conversations. */
    public Agents roused(String role, Vector<String> order) {
        var chain = chain(role);
        return new Agents(
                chains.put(
                        role,
                        new Chain(Vector.empty(), chain.cycle(), Option.none(), Option.none())),
                resting.removeAll(order),
                barred,
                silent,
                empty,
                questions);
    }

    public Agents bars(String agent, Fault why) {
        var key = why.kind() == Fault.Kind.MODEL_UNAVAILABLE ? model(agent) : account(agent);
        return new Agents(chains, resting, barred.put(key, why), silent, empty, questions);
    }

    /** Counts one more silent call of the agent. */
    public Agents silent(String agent, Fault why) {
        return new Agents(
                chains,
                resting,
                barred,
                silent.put(agent, new Silence(silentCalls(agent) + 1, why)),
                empty,
                questions);
    }

    public int silentCalls(String agent) {
        return silent.get(agent).map(Silence::calls).getOrElse(0);
    }

    /** Records that the agent had output or an effect. */
    public Agents responsive(String agent) {
        return silent.containsKey(agent)
                ? new Agents(chains, resting, barred, silent.remove(agent), empty, questions)
                : this;
    }

    /** Bars no agent any more: the user may have signed in, paid, or repaired an agent. */
    public Agents admitted() {
        return new Agents(
                chains, resting, LinkedHashMap.empty(), LinkedHashMap.empty(), empty, questions);
    }

    /** Starts new conversations and chains. Limits and bars remain. */
    public Agents reset() {
        return new Agents(LinkedHashMap.empty(), resting, barred, silent, empty, questions);
    }

    /**
     * Returns the agent to call: the first callable one that is not resting; if all are resting,
     * the first callable one.
     */
    public Option<String> current(String role, Vector<String> order, Instant now) {
        var callable = callable(role, order);
        return callable.find(agent -> !isResting(agent, now))
                .orElse(callable.headOption())
                .orElse(order.headOption());
    }

    /** Returns the agents that have not failed; once all have, those that are not barred. */
    public Vector<String> callable(String role, Vector<String> order) {
        var able = able(role, order);
        return able.isEmpty() ? order.filter(agent -> !isBarred(agent)) : able;
    }

    /** Returns the agents that have not failed in this cycle and are not barred. */
    public Vector<String> able(String role, Vector<String> order) {
        return order.removeAll(chain(role).failed()).filter(agent -> !isBarred(agent));
    }

    public boolean isBarred(String agent) {
        return barred(agent).isDefined();
    }

    /** Returns why the agent must not be called. */
    public Option<Fault> barred(String agent) {
        return barred.get(account(agent))
                .orElse(() -> barred.get(model(agent)))
                .orElse(
                        () ->
                                silent.get(agent)
                                        .filter(silence -> silence.calls() >= SILENT_MAX)
                                        .map(Silence::why));
    }

    public boolean isResting(String agent, Instant now) {
        return resting.get(agent).exists(rest -> rest.until().isAfter(now));
    }

    /** Returns the rest that ends first among resting agents. */
    public Option<Rest> firstAwake(Vector<String> agents) {
        return agents.flatMap(resting::get).minBy(Rest::until);
    }

    /** A model that is not available says nothing about the others of the account. */
    private static String model(String agent) {
        return "model of " + agent;
    }

    private static String account(String agent) {
        return AgentReference.of(agent).account();
    }

    /** Counts one more call of this agent without progress. */
    public Agents empty(String role, String agent, String lastWords) {
        int calls =
                empty.filter(each -> each.isOf(role, agent)).map(EmptyCalls::calls).getOrElse(0);
        return withEmpty(Option.of(new EmptyCalls(role, agent, calls + 1, lastWords)));
    }

    /** Records progress in a role. */
    public Agents productive(String role) {
        return empty.exists(each -> each.role().equals(role)) ? productive() : this;
    }

    /** Records progress. */
    public Agents productive() {
        return empty.isEmpty() ? this : withEmpty(Option.none());
    }

    private Agents withEmpty(Option<EmptyCalls> latest) {
        return new Agents(chains, resting, barred, silent, latest, questions);
    }

    public Agents with(Questions changed) {
        return new Agents(chains, resting, barred, silent, empty, changed);
    }
}
