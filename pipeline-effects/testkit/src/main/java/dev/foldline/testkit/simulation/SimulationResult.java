package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Outcome;
import dev.foldline.effects.driver.DriverExit;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.testkit.simulation.FakeRepository.FakeCommit;

import io.vavr.control.Option;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The result of a simulation. */
public final class SimulationResult {
    private final DriverExit departure;
    private final List<Event> events;
    private final List<SimulationStep> moments;
    private final FakeRepository repository;
    private final int crashes;
    private final Witness witness;

    /**
     * A moment at which the driver could have crashed, or did. {@code onDisk} is the number of
     * events in the log at that time.
     */
    public record Passage(CrashPoint point, int onDisk) {}

    /** An effect that started. {@code onDisk} is the number of events in the log at that time. */
    public record StartedEffect(long ticket, ExternalEffect effect, int onDisk) {}

    /** An effect that was completed, whether or not its driver reported it. */
    public record Done(long ticket, ExternalEffect effect, Event event) {}

    /**
     * What an observer that never crashes saw, each in order. {@code unasked} is the number of
     * unsolicited commands; {@code storage} is the fate of the log.
     */
    public record Witness(
            List<Passage> passages,
            List<StartedEffect> started,
            List<Done> done,
            int unasked,
            Storage storage) {}

    /**
     * The fate of a log on an unreliable disk.
     *
     * @param refused why the last driver did not continue with it
     * @param spoiled how many times it differed from what was written
     */
    public record Storage(Option<LogDamage> refused, int spoiled) {}

    SimulationResult(
            DriverExit departure,
            List<Event> events,
            List<SimulationStep> moments,
            FakeRepository repository,
            int crashes,
            Witness witness) {
        this.departure = departure;
        this.events = events;
        this.moments = moments;
        this.repository = repository;
        this.crashes = crashes;
        this.witness = witness;
    }

    /** Returns how the run ended; empty if it waits. */
    public Optional<Outcome> outcome() {
        return departure instanceof DriverExit.Ended(_, var outcome)
                ? Optional.of(outcome)
                : Optional.empty();
    }

    /** Returns what the run waits for; empty if it has ended. */
    public Optional<Wait> waitsFor() {
        return departure instanceof DriverExit.Suspended(_, var wait)
                ? Optional.of(wait)
                : Optional.empty();
    }

    /** Returns the final state. */
    public PipelineState state() {
        return departure.state();
    }

    /** Returns the log: the start of the run, then every event. */
    public List<Event> events() {
        return events;
    }

    /**
     * Returns every step with its decision and the states around it; one less than the events,
     * because the start has none.
     */
    public List<SimulationStep> moments() {
        return moments;
    }

    /** Returns the commits, oldest first. */
    public List<FakeCommit> commits() {
        return repository.commits();
    }

    /** Returns the working tree at the end, by path. */
    public Map<String, String> files() {
        return repository.files();
    }

    /** Returns the simulated repository. */
    public FakeRepository repository() {
        return repository;
    }

    /** Returns how many times an agent was called in a role, including calls that a crash lost. */
    public int calls(String role) {
        return (int)
                effects()
                        .filter(
                                effect ->
                                        effect instanceof InvokeAgent call
                                                && call.role().equals(role))
                        .count();
    }

    /** Returns how many effects of this kind were started. */
    public int effectCount(Class<? extends ExternalEffect> kind) {
        return (int) effects().filter(kind::isInstance).count();
    }

    /** Returns how many drivers crashed. */
    public int crashes() {
        return crashes;
    }

    /** Returns what happened and when, which the log alone cannot tell. */
    public Witness witness() {
        return witness;
    }

    /** Returns the fate of the log on an unreliable disk. */
    public Storage storage() {
        return witness.storage();
    }

    /** Returns one line for each step: the decision, the reason, and the event. */
    public String trace() {
        return moments.stream().map(SimulationStep::line).collect(Collectors.joining("\n"));
    }

    private Stream<ExternalEffect> effects() {
        return events.stream()
                .flatMap(
                        event ->
                                event instanceof EffectStarted(_, var effect)
                                        ? Stream.of(effect)
                                        : Stream.empty());
    }
}
