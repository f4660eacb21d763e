package dev.foldline.core.state;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.time.Instant;

/** Whose turn it is in each role, and which agents rest until their limit ends. */
public record Agents(Map<String, Chain> chains, Map<String, Instant> resting) {

    public static final Agents FRESH = new Agents(LinkedHashMap.empty(), LinkedHashMap.empty());

    /**
     * How far a role has gone through its agents.
     *
     * @param index the first agent that has not failed in this cycle
     * @param cycle how often the whole chain has been gone through
     */
    public record Chain(int index, int cycle, Option<Session> session) {
        public static final Chain FRESH = new Chain(0, 0, Option.none());
    }

    /** A conversation that the agent can take up again. */
    public record Session(String agent, String id) {}

    public Chain chain(String role) { return chains.get(role).getOrElse(Chain.FRESH); }

    public Agents with(String role, Chain chain) { return new Agents(chains.put(role, chain), resting); }

    public Agents rests(String agent, Instant until) { return new Agents(chains, resting.put(agent, until)); }

    /** New conversations and whole chains; limits go on. */
    public Agents anew() { return new Agents(LinkedHashMap.empty(), resting); }

    /** The agent to call: the preferred one that has not failed and does not rest; the first that has not failed if all rest. */
    public Option<String> current(String role, Vector<String> order, Instant now) {
        var able = able(role, order);
        return able.find(agent -> !isResting(agent, now)).orElse(able.headOption()).orElse(order.headOption());
    }

    /** The agents that have not failed in this cycle. */
    public Vector<String> able(String role, Vector<String> order) { return order.drop(chain(role).index()); }

    public boolean isResting(String agent, Instant now) {
        return resting.get(agent).exists(until -> until.isAfter(now));
    }

    /** When the first of these agents may be asked again. */
    public Option<Instant> firstAwake(Vector<String> order) {
        return order.flatMap(agent -> resting.get(agent)).sorted().headOption();
    }
}
