package dev.foldline.effects.driver;

import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.Inline;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Workflow;
import io.vavr.collection.Vector;
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
}
