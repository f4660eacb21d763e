package dev.foldline.effects.sim;

import dev.foldline.effects.sim.play.AgentPlay;
import dev.foldline.effects.sim.play.CheckPlay;
import dev.foldline.effects.sim.play.GatePlay;
import dev.foldline.effects.sim.play.Precedents;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What was written down beforehand; whatever is not follows the mood. The last play of a list is played again and again. */
record Script(Map<String, List<AgentPlay>> agents, Map<String, List<CheckPlay>> checks, Map<String, List<GatePlay>> gates,
        Precedents precedents) {

    static final Script EMPTY = new Script(Map.of(), Map.of(), Map.of(), Precedents.NONE);

    Script withAgent(String role, List<AgentPlay> plays) { return new Script(with(agents, role, plays), checks, gates, precedents); }

    Script withCheck(String name, List<CheckPlay> plays) { return new Script(agents, with(checks, name, plays), gates, precedents); }

    Script withGate(String phase, List<GatePlay> plays) { return new Script(agents, checks, with(gates, phase, plays), precedents); }

    Script with(Precedents happened) { return new Script(agents, checks, gates, happened); }

    Option<AgentPlay> agent(String role, int nth) { return nth(agents, role, nth); }

    Option<CheckPlay> check(String name, int nth) { return nth(checks, name, nth); }

    Option<GatePlay> gate(String phase, int nth) { return nth(gates, phase, nth); }

    private static <T> Option<T> nth(Map<String, List<T>> plays, String name, int nth) {
        var list = plays.getOrDefault(name, List.of());
        return list.isEmpty() ? Option.none() : Option.of(list.get(Math.min(nth, list.size() - 1)));
    }

    private static <T> Map<String, List<T>> with(Map<String, List<T>> plays, String name, List<T> more) {
        var changed = new HashMap<>(plays);
        changed.put(name, List.copyOf(more));
        return Map.copyOf(changed);
    }
}
