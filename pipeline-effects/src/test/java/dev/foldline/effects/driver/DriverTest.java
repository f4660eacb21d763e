package dev.foldline.effects.driver;

import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.GitEffect.LookAtTree;
import dev.foldline.core.effect.Inline;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.TreeSeen;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.state.Life.Urgency;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Workflow;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DriverTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Workflow LOOKING = new Workflow("looking", 1,
            Vector.of(once("only", phases(Phase.phase("look", git(GitOperation.LOOK))))), Policy.DEFAULT);

    private final List<Event> folded = new ArrayList<>();
    private final List<Deed> begun = new ArrayList<>();

    /** Only remembers what it was asked to begin. */
    private final World world = new World() {
        @Override public Event perform(long ticket, Inline effect) { return new PhaseEntered(ticket); }

        @Override public void start(long ticket, Deed deed) { begun.add(deed); }

        @Override public void cancel(long ticket) {}

        @Override public Arrival next() { throw new AssertionError("it waits for what never began"); }

        @Override public Arrival nextUntil(Instant time, Instant known) { throw new AssertionError("it waits for what never began"); }

        @Override public Instant now() { return NOON; }
    };

    @Test
    void nothing_follows_from_an_event_that_could_not_be_made_durable() {
        var started = new RunStarted("r", LOOKING, "task", 1, NOON);
        Journal full = (event, decision, message) -> {
            if (event instanceof EffectStarted) throw new JournalFault("no room", new IllegalStateException());
            return event;
        };
        var driver = new Driver(world, full, _ -> true, (decision, event, state) -> folded.add(event));

        assertThatThrownBy(() -> driver.run(PipelineState.of(started))).isInstanceOf(JournalFault.class);

        assertThat(begun).isEmpty();
        assertThat(folded).isNotEmpty().noneMatch(EffectStarted.class::isInstance);
    }

    /** Lets nothing begin before it is its turn; first of all, somebody pauses the run. */
    private final class Queueing implements World {
        private final List<Arrival> arrivals = new ArrayList<>(List.of(new Arrival.Asked(new Command.Pause(Urgency.WHEN_DONE), _ -> {}),
                new Arrival.Asked(new Command.Resume(), _ -> {}), new Arrival.Called()));
        private final List<Effect> wanted = new ArrayList<>();

        @Override public boolean mayBegin(Effect next) {
            wanted.add(next);
            return !(next instanceof Deed) || arrivals.isEmpty();
        }

        @Override public Event perform(long ticket, Inline effect) { return new PhaseEntered(ticket); }

        @Override public void start(long ticket, Deed deed) {
            begun.add(deed);
            arrivals.add(new Arrival.Reported(deed instanceof LookAtTree ? new TreeSeen(ticket, Option.of("head"), "tree", "clean") : new WorkSaved(ticket, Option.none())));
        }

        @Override public void cancel(long ticket) { throw new AssertionError("nothing has begun"); }

        @Override public Arrival next() { return arrivals.removeFirst(); }

        @Override public Arrival nextUntil(Instant time, Instant known) { throw new AssertionError("it waits for no time"); }

        @Override public Instant now() { return NOON; }
    }

    @Test
    void a_deed_whose_turn_has_not_come_has_not_begun_and_whatever_is_asked_meanwhile_is_heard() throws Exception {
        var queueing = new Queueing();
        new Driver(queueing, (event, decision, message) -> event, _ -> true, (decision, event, state) -> folded.add(event)).run(PipelineState.of(new RunStarted("r", LOOKING, "task", 1, NOON)));
        assertThat(begun).filteredOn(LookAtTree.class::isInstance).hasSize(1);
        assertThat(folded.stream().map(event -> event.getClass().getSimpleName())).startsWith("DriverStarted", "PhaseEntered", "Paused", "Resumed", "EffectStarted", "TreeSeen");
        assertThat(queueing.wanted).as("a turn is given up by whoever goes on with something else").anyMatch(Wait.class::isInstance);
    }
}
