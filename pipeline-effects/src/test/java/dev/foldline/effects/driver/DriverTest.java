package dev.foldline.effects.driver;

import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.core.command.Command;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.GitEffect.InspectTree;
import dev.foldline.core.effect.LocalEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.TreeInspected;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

class DriverTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Workflow LOOKING =
            new Workflow(
                    "looking",
                    1,
                    Vector.of(once("only", phases(Phase.phase("look", git(GitOperation.INSPECT))))),
                    Policy.DEFAULT);

    private final List<Event> folded = new ArrayList<>();
    private final List<ExternalEffect> begun = new ArrayList<>();

    /** Only remembers what it was asked to begin. */
    private final RunEnvironment world =
            new RunEnvironment() {
                @Override
                public Event perform(long ticket, LocalEffect effect) {
                    return new PhaseEntered(ticket);
                }

                @Override
                public void start(long ticket, ExternalEffect deed) {
                    begun.add(deed);
                }

                @Override
                public void cancel(long ticket) {}

                @Override
                public DriverInput next() {
                    throw new AssertionError("it waits for what never began");
                }

                @Override
                public DriverInput nextUntil(Instant time, Instant known) {
                    throw new AssertionError("it waits for what never began");
                }

                @Override
                public Instant now() {
                    return NOON;
                }
            };

    @Test
    void an_event_that_could_not_be_made_durable_has_no_consequences() {
        var started = new RunStarted("r", LOOKING, "task", 1, NOON);
        Journal full =
                (event, decision, message) -> {
                    if (event instanceof EffectStarted)
                        throw new JournalFault("no room", new IllegalStateException());
                    return event;
                };
        var driver =
                new Driver(world, full, _ -> true, (decision, event, state) -> folded.add(event));

        assertThatThrownBy(() -> driver.run(Pipeline.start(started)))
                .isInstanceOf(JournalFault.class);

        assertThat(begun).isEmpty();
        assertThat(folded).isNotEmpty().noneMatch(EffectStarted.class::isInstance);
    }

    @Test
    void no_effect_starts_before_the_head_of_the_log_is_durable_with_its_intent() {
        var durable =
                new Journal() {
                    private int appended;

                    @Override
                    public Event append(Event event, Decision decision, Option<String> message) {
                        appended++;
                        return event;
                    }

                    @Override
                    public void forceHead() {
                        throw new JournalFault(
                                "no room for the head behind event " + appended,
                                new IllegalStateException());
                    }
                };
        var driver =
                new Driver(
                        world, durable, _ -> true, (decision, event, state) -> folded.add(event));

        assertThatThrownBy(
                        () ->
                                driver.run(
                                        Pipeline.start(
                                                new RunStarted("r", LOOKING, "task", 1, NOON))))
                .isInstanceOf(JournalFault.class)
                .hasMessageEndingWith("behind event " + folded.size());

        assertThat(begun).isEmpty();
        assertThat(folded).last().isInstanceOf(EffectStarted.class);
    }

    /** Lets nothing begin before it is its turn; first of all, somebody pauses the run. */
    private final class QueueingEnvironment implements RunEnvironment {
        private final List<DriverInput> arrivals =
                new ArrayList<>(
                        List.of(
                                new DriverInput.CommandReceived(
                                        new Command.Pause(Urgency.WHEN_DONE), _ -> {}),
                                new DriverInput.CommandReceived(new Command.Resume(), _ -> {}),
                                new DriverInput.Wakeup()));
        private final List<Effect> wanted = new ArrayList<>();

        @Override
        public boolean mayBegin(Effect next) {
            wanted.add(next);
            return !(next instanceof ExternalEffect) || arrivals.isEmpty();
        }

        @Override
        public Event perform(long ticket, LocalEffect effect) {
            return new PhaseEntered(ticket);
        }

        @Override
        public void start(long ticket, ExternalEffect effect) {
            begun.add(effect);
            arrivals.add(
                    new DriverInput.Reported(
                            effect instanceof InspectTree
                                    ? new TreeInspected(ticket, Option.of("head"), "tree", "clean")
                                    : new WorkSaved(ticket, Option.none())));
        }

        @Override
        public void cancel(long ticket) {
            throw new AssertionError("nothing has begun");
        }

        @Override
        public DriverInput next() {
            return arrivals.removeFirst();
        }

        @Override
        public DriverInput nextUntil(Instant time, Instant known) {
            throw new AssertionError("it waits for no time");
        }

        @Override
        public Instant now() {
            return NOON;
        }
    }

    @Test
    void a_queued_effect_has_not_started_and_commands_are_received_meanwhile() throws Exception {
        var queueing = new QueueingEnvironment();
        new Driver(
                        queueing,
                        (event, decision, message) -> event,
                        _ -> true,
                        (decision, event, state) -> folded.add(event))
                .run(Pipeline.start(new RunStarted("r", LOOKING, "task", 1, NOON)));
        assertThat(begun).filteredOn(InspectTree.class::isInstance).hasSize(1);
        assertThat(folded.stream().map(event -> event.getClass().getSimpleName()))
                .startsWith(
                        "DriverStarted",
                        "PhaseEntered",
                        "Paused",
                        "Resumed",
                        "EffectStarted",
                        "TreeInspected");
        assertThat(queueing.wanted)
                .as("a turn is given up by whoever goes on with something else")
                .anyMatch(Wait.class::isInstance);
    }
}
