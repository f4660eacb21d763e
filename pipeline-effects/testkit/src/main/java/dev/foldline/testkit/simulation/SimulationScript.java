package dev.foldline.testkit.simulation;

import dev.foldline.testkit.script.AgentPlay;
import dev.foldline.testkit.script.CheckPlay;
import dev.foldline.testkit.script.GatePlay;
import dev.foldline.testkit.script.Precedents;

import io.vavr.control.Option;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The scripted behavior; fault rates apply to everything else. The last play of a list repeats. */
record SimulationScript(
        Map<String, List<AgentPlay>> agents,
        Map<String, List<CheckPlay>> checks,
        Map<String, List<GatePlay>> gates,
        Precedents precedents) {

    static final SimulationScript EMPTY =
            new SimulationScript(Map.of(), Map.of(), Map.of(), Precedents.NONE);

    SimulationScript withAgent(String role, List<AgentPlay> plays) {
        return new SimulationScript(with(agents, role, plays), checks, gates, precedents);
    }

    SimulationScript withCheck(String name, List<CheckPlay> plays) {
        return new SimulationScript(agents, with(checks, name, plays), gates, precedents);
    }

    SimulationScript withGate(String phase, List<GatePlay> plays) {
        return new SimulationScript(agents, checks, with(gates, phase, plays), precedents);
    }

    SimulationScript withoutGates() {
        return new SimulationScript(agents, checks, Map.of(), precedents);
    }

    SimulationScript with(Precedents happened) {
        return new SimulationScript(agents, checks, gates, happened);
    }

    Option<AgentPlay> agent(String role, int nth) {
        return nth(agents, role, nth);
    }

    Option<CheckPlay> check(String name, int nth) {
        return nth(checks, name, nth);
    }

    Option<GatePlay> gate(String phase, int nth) {
        return nth(gates, phase, nth);
    }

    private static <T> Option<T> nth(Map<String, List<T>> plays, String name, int nth) {
        var list = plays.getOrDefault(name, List.of());
        return list.isEmpty() ? Option.none() : Option.of(list.get(Math.min(nth, list.size() - 1)));
    }

    private static <T> Map<String, List<T>> with(
            Map<String, List<T>> plays, String name, List<T> more) {
        var changed = new HashMap<>(plays);
        changed.put(name, List.copyOf(more));
        return Map.copyOf(changed);
    }
}
