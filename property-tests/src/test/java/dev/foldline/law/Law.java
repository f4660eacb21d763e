package dev.foldline.law;

import dev.foldline.arbitrary.LawViolation;
import dev.foldline.arbitrary.Walk;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationStep;

import io.vavr.collection.Vector;

import java.util.List;
import java.util.function.Consumer;

/** A promise about walks. A walk that breaks it is shrunk, and reported with its trace. */
final class Law {

    /** What is checked in one run. It throws {@link FailedLaw}, or an assertion. */
    @FunctionalInterface
    interface Trial {
        void on(SimulationResult run, Walk walk);
    }

    private static final int LINES_BEFORE = 10;

    private final String name;

    private Law(String name) {
        this.name = name;
    }

    static Law law(String name) {
        return new Law(name);
    }

    /** Holds on the run of this walk. */
    void holdsOn(Walk walk, Trial trial) {
        SimulationResult run = runOf(walk);
        try {
            trial.on(run, walk);
        } catch (FailedLaw broken) {
            throw broken(broken.how(), lines(run.moments(), broken.moment()));
        } catch (RuntimeException | AssertionError broken) {
            throw broken(how(broken), lines(run.moments(), run.moments().size()));
        }
    }

    /** Holds at every moment of the run of this walk. */
    void holdsAtEveryMoment(Walk walk, Consumer<SimulationStep> check) {
        holdsOn(
                walk,
                (run, _) ->
                        run.moments()
                                .forEach(
                                        moment -> {
                                            try {
                                                check.accept(moment);
                                            } catch (FailedLaw broken) {
                                                throw broken;
                                            } catch (RuntimeException | AssertionError broken) {
                                                throw new FailedLaw(moment.number(), how(broken));
                                            }
                                        }));
    }

    static void require(boolean holds, SimulationStep moment, String how) {
        if (!holds) throw new FailedLaw(moment.number(), how);
    }

    private SimulationResult runOf(Walk walk) {
        try {
            return walk.simulation().run();
        } catch (RuntimeException | StackOverflowError broken) {
            throw broken("the run broke: " + broken.getMessage(), Vector.empty());
        }
    }

    private LawViolation broken(String how, Vector<String> trace) {
        return new LawViolation(name, how, trace);
    }

    private static String how(Throwable broken) {
        return String.valueOf(broken.getMessage()).strip().replaceAll("\\s+", " ");
    }

    private static Vector<String> lines(List<SimulationStep> moments, int bad) {
        int end = Math.min(bad, moments.size());
        return Vector.ofAll(moments.subList(Math.max(0, end - LINES_BEFORE - 1), end))
                .map(SimulationStep::line);
    }
}
