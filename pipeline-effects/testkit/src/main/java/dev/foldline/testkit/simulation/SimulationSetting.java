package dev.foldline.testkit.simulation;

import dev.foldline.core.event.RunEvent.RunStarted;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.List;

/**
 * What a simulation starts with.
 *
 * @param world what happens from outside; without it, the seed and the fault rates decide
 * @param eventsMax a longer run is an error
 */
record SimulationSetting(
        RunStarted first,
        long seed,
        FaultRates mood,
        SimulationScript script,
        List<CrashPoint> crashes,
        Vector<ExternalActors> visitors,
        boolean timeless,
        Option<StorageFault> fault,
        Option<WorldScript> world,
        int eventsMax) {
    private static final int EVENTS_MAX = 400_000;

    SimulationSetting(RunStarted first) {
        this(
                first,
                1,
                FaultRates.CALM,
                SimulationScript.EMPTY,
                List.of(),
                Vector.empty(),
                false,
                Option.none(),
                Option.none(),
                EVENTS_MAX);
    }

    SimulationSetting with(RunStarted other) {
        return new SimulationSetting(
                other, seed, mood, script, crashes, visitors, timeless, fault, world, eventsMax);
    }

    SimulationSetting with(long other) {
        return new SimulationSetting(
                first, other, mood, script, crashes, visitors, timeless, fault, world, eventsMax);
    }

    SimulationSetting with(FaultRates other) {
        return new SimulationSetting(
                first, seed, other, script, crashes, visitors, timeless, fault, world, eventsMax);
    }

    SimulationSetting with(SimulationScript other) {
        return new SimulationSetting(
                first, seed, mood, other, crashes, visitors, timeless, fault, world, eventsMax);
    }

    SimulationSetting with(ExternalActors other) {
        return new SimulationSetting(
                first,
                seed,
                mood,
                script,
                crashes,
                visitors.append(other),
                timeless,
                fault,
                world,
                eventsMax);
    }

    SimulationSetting with(CrashPoint other) {
        var points = Vector.ofAll(crashes).append(other).asJava();
        return new SimulationSetting(
                first, seed, mood, script, points, visitors, timeless, fault, world, eventsMax);
    }

    SimulationSetting withoutCrashes() {
        return new SimulationSetting(
                first,
                seed,
                mood,
                script,
                List.of(),
                visitors,
                timeless,
                fault,
                world.map(each -> each.withCrashes(Vector.empty())),
                eventsMax);
    }

    SimulationSetting with(StorageFault other) {
        return new SimulationSetting(
                first,
                seed,
                mood,
                script,
                crashes,
                visitors,
                timeless,
                Option.of(other),
                world,
                eventsMax);
    }

    SimulationSetting withoutTime() {
        return new SimulationSetting(
                first, seed, mood, script, crashes, visitors, true, fault, world, eventsMax);
    }

    SimulationSetting with(WorldScript other) {
        return new SimulationSetting(
                first,
                seed,
                mood,
                script.withoutGates(),
                other.crashes().asJava(),
                Vector.empty(),
                timeless,
                fault,
                Option.of(other),
                eventsMax);
    }

    SimulationSetting withEventsMax(int other) {
        return new SimulationSetting(
                first, seed, mood, script, crashes, visitors, timeless, fault, world, other);
    }

    /** Returns the source of what the seed decides. */
    Draws draws(Draws free) {
        return world.map(script -> Draws.of(script.outcomes())).getOrElse(free);
    }
}
