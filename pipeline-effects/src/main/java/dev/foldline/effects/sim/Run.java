package dev.foldline.effects.sim;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Outcome;
import dev.foldline.effects.driver.Departure;
import dev.foldline.effects.sim.FakeRepository.FakeCommit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What became of a simulation. */
public final class Run {
    private final Departure departure;
    private final List<Event> events;
    private final List<Moment> moments;
    private final FakeRepository repository;
    private final int crashes;
    private final Witness witness;

    /** An instant at which the driver could have died, or did. {@code onDisk} counts the events of the log at that instant. */
    public record Passage(CrashPoint point, int onDisk) {}

    /** A deed that began in the world. {@code onDisk} counts the events of the log when it did. */
    public record Begun(long ticket, Deed deed, int onDisk) {}

    /** A deed that was done in the world, whether or not its driver lived to tell. */
    public record Done(long ticket, Deed deed, Event told) {}

    /** What somebody saw who stood beside the run and never died, each in its order; {@code unasked} counts who came by. */
    public record Witness(List<Passage> passages, List<Begun> begun, List<Done> done, int unasked) {}

    Run(Departure departure, List<Event> events, List<Moment> moments, FakeRepository repository, int crashes, Witness witness) {
        this.departure = departure;
        this.events = events;
        this.moments = moments;
        this.repository = repository;
        this.crashes = crashes;
        this.witness = witness;
    }

    /** How the run ended; nothing if it waits for somebody. */
    public Optional<Outcome> outcome() {
        return departure instanceof Departure.Ended(_, var outcome) ? Optional.of(outcome) : Optional.empty();
    }

    /** What the run waits for; nothing if it has ended. */
    public Optional<Wait> waitsFor() {
        return departure instanceof Departure.Parked(_, var wait) ? Optional.of(wait) : Optional.empty();
    }

    /** What the pipeline knows at the end. */
    public PipelineState state() { return departure.state(); }

    /** The log: the run's beginning, then every event. */
    public List<Event> events() { return events; }

    /** Every step with its decision and the states around it; one less than the events, since the beginning has none. */
    public List<Moment> moments() { return moments; }

    /** The commits that were made, oldest first. */
    public List<FakeCommit> commits() { return repository.commits(); }

    /** The working tree at the end, by path. */
    public Map<String, String> files() { return repository.files(); }

    /** The pretended repository. */
    public FakeRepository repository() { return repository; }

    /** How often an agent was called in a role. A call that a crash lost counts. */
    public int calls(String role) {
        return (int) deeds().filter(deed -> deed instanceof InvokeAgent call && call.role().equals(role)).count();
    }

    /** How often a deed of this kind was begun. */
    public int begun(Class<? extends Deed> kind) { return (int) deeds().filter(kind::isInstance).count(); }

    /** How many drivers died. */
    public int crashes() { return crashes; }

    /** What happened in the world and when, as the log alone cannot tell it. */
    public Witness witness() { return witness; }

    /** One line for each step: what was decided, why, and what happened. */
    public String trace() { return moments.stream().map(Moment::line).collect(Collectors.joining("\n")); }

    private Stream<Deed> deeds() {
        return events.stream().flatMap(event -> event instanceof EffectStarted(_, var deed) ? Stream.of(deed) : Stream.empty());
    }
}
