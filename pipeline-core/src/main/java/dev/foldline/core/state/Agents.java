package dev.foldline.core.state;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.time.Instant;

/**
 * Whose turn it is in each role, which agents rest until their limit ends, and which are not to be called at all.
 *
 * @param barred why, by the agent's name, with the provider if its model names one: what ails an account ails all its models
 */
public record Agents(Map<String, Chain> chains, Map<String, Rest> resting, Map<String, Fault> barred) {

    public static final Agents FRESH = new Agents(LinkedHashMap.empty(), LinkedHashMap.empty(), LinkedHashMap.empty());

    /**
     * How far a role has gone through its agents.
     *
     * @param failed the agents that have failed in this cycle
     * @param cycle how often the whole chain has been gone through
     * @param called who answered last; nobody yet in this cycle if none
     */
    public record Chain(Vector<String> failed, int cycle, Option<Session> session, Option<String> called) {
        public static final Chain FRESH = new Chain(Vector.empty(), 0, Option.none(), Option.none());
    }

    /** A conversation that the agent can take up again. */
    public record Session(String agent, String id) {}

    /**
     * An agent's limit.
     *
     * @param refusals since its last good call, from 1
     */
    public record Rest(Instant until, int refusals, Fault why) {}

    public Chain chain(String role) { return chains.get(role).getOrElse(Chain.FRESH); }

    public Agents with(String role, Chain chain) { return new Agents(chains.put(role, chain), resting, barred); }

    public Agents rests(String agent, Rest rest) { return new Agents(chains, resting.put(agent, rest), barred); }

    /** The same with all rests ending then: for comparing runs that differ in their times. */
    public Agents restingAt(Instant until) { return new Agents(chains, resting.mapValues(rest -> new Rest(until, rest.refusals(), rest.why())), barred); }

    /** How often in a row the agent has been refused. */
    public int refusals(String agent) { return resting.get(agent).map(Rest::refusals).getOrElse(0); }

    /** It has done its work: its limit is over. */
    public Agents awake(String agent) { return new Agents(chains, resting.remove(agent), barred); }

    public Agents bars(String agent, Fault why) { return new Agents(chains, resting, barred.put(account(agent), why)); }

    /** Nobody is barred any more: somebody may have signed in, or paid. */
    public Agents admitted() { return new Agents(chains, resting, LinkedHashMap.empty()); }

    /** New conversations and whole chains; limits go on, and who is barred stays so. */
    public Agents anew() { return new Agents(LinkedHashMap.empty(), resting, barred); }

    /**
     * The agent to call: the preferred one that has not failed and does not rest; the first that has not failed if all rest; if all
     * that may be called have failed, the first of those.
     */
    public Option<String> current(String role, Vector<String> order, Instant now) {
        var able = able(role, order);
        return able.find(agent -> !isResting(agent, now)).orElse(able.headOption())
                .orElse(order.find(agent -> !isBarred(agent))).orElse(order.headOption());
    }

    /** The agents that have not failed in this cycle and are not barred. */
    public Vector<String> able(String role, Vector<String> order) {
        return order.removeAll(chain(role).failed()).filter(agent -> !isBarred(agent));
    }

    public boolean isBarred(String agent) { return barred(agent).isDefined(); }

    /** Why the agent is not to be called. */
    public Option<Fault> barred(String agent) { return barred.get(account(agent)); }

    public boolean isResting(String agent, Instant now) {
        return resting.get(agent).exists(rest -> rest.until().isAfter(now));
    }

    /** Of agents that all rest, the rest that ends first. */
    public Option<Rest> firstAwake(Vector<String> agents) { return agents.flatMap(resting::get).minBy(Rest::until); }

    /** A command line that calls several providers names them in front of their models. */
    private static String account(String agent) {
        int model = agent.indexOf(':');
        int provider = agent.indexOf('/', model + 1);
        return model < 0 ? agent : agent.substring(0, provider < 0 ? model : provider);
    }
}
