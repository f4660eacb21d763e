package dev.foldline.effects.sim.crash;

import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.CheckEvent.CheckPassed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.InFlight;
import dev.foldline.core.state.Item;
import dev.foldline.core.workflow.Step;
import dev.foldline.effects.sim.Simulation;
import dev.foldline.effects.sim.play.AgentPlay;
import dev.foldline.effects.sim.play.CheckPlay;
import dev.foldline.effects.sim.play.GatePlay;
import dev.foldline.effects.sim.play.Plays;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A run that happened, played again: its own workflow, with agents, checks and people who answer as the log says they did.
 *
 * @param deeds how many deeds the log tells of, without those that a crash lost
 * @param followed how many of them the simulation does at the same places and in the same order before it does another
 */
public record Recorded(Simulation simulation, int deeds, int followed) {

    /**
     * Scripts a simulation from a log. What cannot be scripted is played calmly: faults of git and of files, artifacts that
     * were refused, what hooks and checks rewrote, and whatever was asked from outside except the answers at gates.
     *
     * @param events a whole log, from the run's beginning on
     */
    public static Recorded of(List<Event> events) {
        if (!(events.getFirst() instanceof RunStarted first)) throw new IllegalArgumentException("a log begins with the run's beginning");
        var simulation = new Reading(PipelineState.of(first)).of(events.subList(1, events.size())).timeless();
        var told = places(answered(events));
        var played = places(answered(simulation.run().events()));
        int followed = 0;
        while (followed < Math.min(told.size(), played.size()) && told.get(followed).equals(played.get(followed))) followed++;
        return new Recorded(simulation, told.size(), followed);
    }

    private static List<String> places(List<Deed> deeds) { return deeds.stream().map(Deed::fingerprint).map(Recorded::withoutAgent).toList(); }

    private static String withoutAgent(String fingerprint) { return fingerprint.replaceAll(":.*", ""); }

    private static List<Deed> answered(List<Event> events) {
        var answered = new ArrayList<Deed>();
        if (!(events.getFirst() instanceof RunStarted first)) return answered;
        var state = PipelineState.of(first);
        for (Event event : events.subList(1, events.size())) {
            var after = Pipeline.reduce(state, event);
            boolean lost = after.ledger().lastFault().exists(fault -> fault.kind() == Fault.Kind.LOST);
            if (!(state.slots().inFlight() instanceof InFlight.Idle) && after.header().ticket() > state.header().ticket() && !lost)
                state.slots().inFlight().underway().forEach(answered::add);
            state = after;
        }
        return answered;
    }

    /** The log on its way to becoming a script. */
    private static final class Reading {
        private final Map<String, List<AgentPlay>> agents = new LinkedHashMap<>();
        private final Map<String, List<CheckPlay>> checks = new LinkedHashMap<>();
        private final Map<String, List<GatePlay>> gates = new LinkedHashMap<>();
        private final PipelineState start;
        private String role = "";
        private boolean worker;

        Reading(PipelineState start) { this.start = start; }

        Simulation of(List<Event> events) {
            events.forEach(this::note);
            var simulation = Simulation.of(start.workflow());
            for (var each : agents.entrySet()) simulation = simulation.agent(each.getKey(), each.getValue().toArray(AgentPlay[]::new));
            for (var each : checks.entrySet()) simulation = simulation.check(each.getKey(), each.getValue().toArray(CheckPlay[]::new));
            for (var each : gates.entrySet()) simulation = simulation.gate(each.getKey(), with(each.getValue()).toArray(GatePlay[]::new));
            return simulation;
        }

        /** Nobody says anything at a gate that the log left open. */
        private static Stream<GatePlay> with(List<GatePlay> answers) { return Stream.concat(answers.stream(), Stream.of(Plays.staysAway())); }

        private void note(Event event) {
            if (event instanceof EffectStarted(_, InvokeAgent call)) called(call);

            if (event instanceof AgentFinished) agents.computeIfAbsent(role, _ -> new ArrayList<>()).add(worked());
            if (event instanceof AgentFailed failed && failed.fault().kind() != Fault.Kind.LOST)
                agents.computeIfAbsent(role, _ -> new ArrayList<>()).add(Plays.fails(failed.fault().kind()));
            if (event instanceof ArtifactAccepted artifact) decided(artifact);
            if (event instanceof CheckPassed passed) checks.computeIfAbsent(passed.check(), _ -> new ArrayList<>()).add(Plays.passes());
            if (event instanceof CheckFailed failed) checks.computeIfAbsent(failed.check(), _ -> new ArrayList<>()).add(Plays.fails(failed.summary()));
            if (event instanceof GateApproved approved) gates.computeIfAbsent(approved.gateId(), _ -> new ArrayList<>()).add(Plays.approves());
            if (event instanceof GateRejected rejected) gates.computeIfAbsent(rejected.gateId(), _ -> new ArrayList<>()).add(Plays.rejects(rejected.feedback()));
        }

        /** Whoever is asked for no artifact works on the files: what is collected next tells. */
        private void called(InvokeAgent call) {
            role = call.role();
            worker = start.workflow().phases().exists(phase -> phase.id().equals(call.place().phase())
                    && !(phase.steps().drop(call.place().step() + 1).headOption().getOrNull() instanceof Step.Collect));
        }

        /** What it wrote is not in the log, so any text will do; what it decided is told later. */
        private AgentPlay worked() {
            return worker ? Plays.edits("work/" + role + ".txt", "call " + agents.getOrDefault(role, List.of()).size()) : AgentPlay.NOTHING;
        }

        /** The agent decided this, or named these items. */
        private void decided(ArtifactAccepted artifact) {
            var plays = agents.getOrDefault(role, List.of());
            if (plays.isEmpty()) return;
            var said = artifact.label().isEmpty() ? plays.getLast() : plays.getLast().says(artifact.label());
            plays.set(plays.size() - 1, artifact.items().isEmpty() ? said : said.plans(artifact.items().map(Item::id).toJavaArray(String[]::new)));
        }
    }
}
