package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.Control;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.PhaseEntry;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.driver.Driver;
import dev.foldline.effects.driver.DriverExit;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.testkit.script.AnsweredCalls;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.ArrayList;
import java.util.List;

/** One run of a simulation, from its first driver to its last. */
final class SimulationCourse {
    /** A log that is not driven waits for the user. */
    private static final Control.Wait NOBODY = new Control.Wait(Vector.empty(), Option.none());

    private final PendingCrashes crashes;
    private final AnsweredCalls answers = new AnsweredCalls();
    private final FakeRepository repository = new FakeRepository();
    private final SimulatedJournal journal;
    private final SimulatedEnvironment world;
    private final List<SimulationStep> moments = new ArrayList<>();
    private final Draws draws;
    private final RecordedActors actors;
    private final int eventsMax;
    private PipelineState state;

    SimulationCourse(SimulationSetting setting, Draws draws) {
        this.draws = draws;
        this.eventsMax = setting.eventsMax();
        this.actors = new RecordedActors(actorsOf(setting), answers);
        this.crashes = new PendingCrashes(setting.crashes());
        this.journal =
                new SimulatedJournal(crashes, answers, setting.fault().map(SimulatedStorage::new));
        var luck = SeededRandom.of(setting.seed(), draws);
        var started = setting.first();
        var first =
                new RunStarted(
                        SeededRandom.hash("r", setting.seed()),
                        started.workflow(),
                        started.task(),
                        started.rules(),
                        started.at(),
                        started.given(),
                        started.until(),
                        started.parent(),
                        started.definition(),
                        started.series());
        this.world =
                new SimulatedEnvironment(
                        new SimulationContext(
                                luck,
                                setting.mood(),
                                setting.script(),
                                answers,
                                tags(started.workflow())),
                        repository,
                        actors,
                        crashes,
                        setting.timeless());
        this.state = Pipeline.start(first);
        journal.begin(first);
    }

    private ExternalActors actorsOf(SimulationSetting setting) {
        return ExternalActors.all(
                setting.visitors()
                        .appendAll(
                                setting.world()
                                        .map(
                                                script ->
                                                        new ScriptedActors(
                                                                script.commands(), answers)))
                        .prepend(new ScriptedUsers(setting.script(), answers)));
    }

    private static Vector<String> tags(Workflow workflow) {
        return workflow.phases()
                .flatMap(
                        phase ->
                                phase.entry() instanceof PhaseEntry.WhenTagged(var all, var none)
                                        ? all.appendAll(none)
                                        : Vector.<String>empty())
                .distinct();
    }

    WorldScript script() {
        return new WorldScript(draws.drawn(), actors.sent(), Vector.ofAll(crashes.struck()));
    }

    SimulationResult run() {
        while (true) {
            try {
                var departure = new Driver(world, journal, world::stays, this::folded).run(state);
                return run(departure, Option.none());
            } catch (CrashPoint.Crash died) {
                world.died();
                var damage = journal.takeUp();
                if (damage.isDefined()) return run(new DriverExit.Suspended(state, NOBODY), damage);
                caughtUp(journal.replayed());
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new PipelineBug("a simulation waits for nothing real", stopped);
            }
        }
    }

    private SimulationResult run(DriverExit departure, Option<LogDamage> damage) {
        return new SimulationResult(
                departure,
                List.copyOf(journal.events()),
                List.copyOf(moments),
                repository,
                crashes.happened(),
                crashes.witness(new SimulationResult.Storage(damage, journal.spoiled())));
    }

    private void folded(Decision decision, Event event, PipelineState after) {
        if (moments.size() >= eventsMax)
            throw new PipelineBug("more than " + eventsMax + " events at " + after.cursor());
        moments.add(new SimulationStep(moments.size() + 1, state, decision, event, after));
        state = after;
        world.shows(after, event);
    }

    /**
     * The driver died after writing the last event and before reporting it; or the storage has lost
     * events.
     */
    private void caughtUp(PipelineState replayed) {
        while (moments.size() > journal.events().size() - 1) moments.removeLast();
        if (journal.events().size() == moments.size() + 2)
            folded(Pipeline.decide(state), journal.events().getLast(), replayed);
        state = replayed;
    }
}
