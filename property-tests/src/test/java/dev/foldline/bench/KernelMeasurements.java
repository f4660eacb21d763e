package dev.foldline.bench;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.testkit.simulation.FaultRates;
import dev.foldline.testkit.simulation.Simulation;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measurements of the kernel: deciding and folding, early and late in a run. */
final class KernelMeasurements {
    private static final int EVENTS_MAX = 4_000_000;
    private static final Duration WARM_UP = Duration.ofSeconds(5);

    private KernelMeasurements() {}

    /** A walk through ralph in a random world, over and over. */
    static Measurement walks(int walks) throws Exception {
        var logs = logs(walks);
        int steps = logs.stream().mapToInt(log -> log.size() - 1).sum();
        return warm(
                new Measurement(
                        "decide + reduce, simulated ralph walks",
                        steps,
                        () -> logs.forEach(log -> fold(log, 1, log.size(), start(log)))));
    }

    /** Walks through ralph in random environments. */
    static List<List<Event>> logs(int walks) {
        var logs = new ArrayList<List<Event>>();
        for (int seed = 1; seed <= walks; seed++) logs.add(events(5, 2, seed, FaultRates.RANDOM));
        return logs;
    }

    /** Decides and reduces a log as the run of this workflow. */
    static PipelineState fold(List<Event> log, Workflow workflow) {
        return log.getFirst() instanceof RunStarted first
                ? fold(log, 1, log.size(), Pipeline.start(first.with(workflow)))
                : failed();
    }

    /** A thousand steps of a long run, from its {@code from}-th event. */
    static Measurement stretch(List<Event> log, int from) throws Exception {
        var before = fold(log, 1, from, start(log));
        return warm(
                new Measurement(
                        "decide + reduce after " + from + " events",
                        50_000,
                        () -> {
                            for (int round = 0; round < 50; round++)
                                fold(log, from, from + 1_000, before);
                        }));
    }

    /** Repeats it until the compiler has seen it for five seconds. */
    private static Measurement warm(Measurement measurement) throws Exception {
        long until = System.nanoTime() + WARM_UP.toNanos();
        while (System.nanoTime() < until) measurement.rate();
        return measurement;
    }

    /** The events of a calm run that is at least this long. */
    static List<Event> longRun(int eventsMin) {
        var events = events(eventsMin / 10 + 1, 0, 1, FaultRates.CALM);
        if (events.size() < eventsMin)
            throw new IllegalStateException(
                    "the run has " + events.size() + " events and not " + eventsMin);
        return events;
    }

    private static List<Event> events(int iterations, int reviews, long seed, FaultRates mood) {
        return Simulation.of(ralph(iterations, reviews))
                .seed(seed)
                .mood(mood)
                .eventsMax(EVENTS_MAX)
                .run()
                .events();
    }

    static Ralph.Options options(int iterations, int reviews) {
        return new Ralph.Options(
                iterations,
                reviews,
                false,
                Vector.empty(),
                Ralph.Rebasing.NEVER,
                Ralph.Options.DEFAULT.care(),
                Ralph.Options.DEFAULT.fixCare(),
                false);
    }

    static Workflow ralph(int iterations, int reviews) {
        var policy =
                Policy.DEFAULT
                        .withChecks(
                                LinkedHashMap.of(
                                        BuiltinWorkflows.CHECKS,
                                        Vector.of(new CommandLine.Shell("true"))))
                        .withBudget(Policy.Budget.UNLIMITED)
                        .withLimits(Policy.Limits.DEFAULT.withRewindsMax(1_000_000));
        return Ralph.workflow(options(iterations, reviews), policy);
    }

    private static PipelineState start(List<Event> log) {
        return log.getFirst() instanceof RunStarted first ? Pipeline.start(first) : failed();
    }

    private static PipelineState fold(List<Event> log, int from, int to, PipelineState start) {
        var state = start;
        for (int index = from; index < to; index++) {
            Pipeline.decide(state);
            state = Pipeline.reduce(state, log.get(index));
        }
        return state;
    }

    private static PipelineState failed() {
        throw new IllegalStateException("a log begins with the run's start");
    }
}
