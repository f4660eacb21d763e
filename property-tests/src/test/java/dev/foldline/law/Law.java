package dev.foldline.law;

import dev.foldline.arbitrary.Tries;
import dev.foldline.arbitrary.Walk;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationStep;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * A promise that is tried on many seeds. What it prints when it is broken is all that is needed to
 * see it again.
 */
final class Law {

    /** What is looked at in one run. It throws {@link Broken}, or an assertion. */
    @FunctionalInterface
    interface Trial {
        void on(SimulationResult run, Walk walk);
    }

    private static final int TRIES = Tries.PER_LAW;
    private static final int LINES_BEFORE = 10;

    private final String name;

    private Law(String name) {
        this.name = name;
    }

    static Law law(String name) {
        return new Law(name);
    }

    /** Holds for any workflow in any world. */
    void holdsOn(LongFunction<Walk> walks, Trial trial) {
        eachSeed(
                seed -> {
                    var walk = walks.apply(seed);
                    SimulationResult run = runOf(walk);
                    try {
                        trial.on(run, walk);
                    } catch (Broken broken) {
                        throw told(walk, broken.how(), lines(run.moments(), broken.moment()));
                    } catch (RuntimeException | AssertionError broken) {
                        throw told(
                                walk,
                                broken.toString(),
                                lines(run.moments(), run.moments().size()));
                    }
                });
    }

    /** Holds at every moment of any run. */
    void holdsAtEveryMoment(LongFunction<Walk> walks, Consumer<SimulationStep> check) {
        holdsOn(
                walks,
                (run, _) ->
                        run.moments()
                                .forEach(
                                        moment -> {
                                            try {
                                                check.accept(moment);
                                            } catch (Broken broken) {
                                                throw broken;
                                            } catch (RuntimeException | AssertionError broken) {
                                                throw new Broken(
                                                        moment.number(), broken.toString());
                                            }
                                        }));
    }

    /** Each law tries seeds of its own; with {@code -Dfoldline.seed} only that one. */
    private void eachSeed(LongConsumer trial) {
        var one = Long.getLong("foldline.seed");
        if (one != null) {
            trial.accept(one);
            return;
        }
        long first = Math.floorMod(name.hashCode(), 1_000) * 1_000_000L + 1;
        for (long seed = first; seed < first + TRIES; seed++) trial.accept(seed);
    }

    static void require(boolean holds, SimulationStep moment, String how) {
        if (!holds) throw new Broken(moment.number(), how);
    }

    private SimulationResult runOf(Walk walk) {
        try {
            return walk.simulation().run();
        } catch (RuntimeException | StackOverflowError broken) {
            throw told(walk, "the run broke: " + broken.getMessage(), "");
        }
    }

    private AssertionError told(Walk walk, String how, String trace) {
        var test =
                StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                        .walk(
                                frames ->
                                        frames.map(
                                                        frame ->
                                                                frame.getDeclaringClass()
                                                                        .getSimpleName())
                                                .filter(type -> type.endsWith("Properties"))
                                                .findFirst())
                        .orElse("*Properties");
        var error =
                new AssertionError(
                        "LAW BROKEN  "
                                + name
                                + "\n  "
                                + how
                                + "\n  seed "
                                + walk.seed()
                                + "   "
                                + walk.workflow().name()
                                + "   world: "
                                + walk.mood().name()
                                + "\n"
                                + trace
                                + "  reproduce: mvn -q -pl property-tests -am test -Dtest="
                                + test
                                + " -Dsurefire.failIfNoSpecifiedTests=false -Dfoldline.seed="
                                + walk.seed());
        error.setStackTrace(new StackTraceElement[0]);
        return error;
    }

    private static String lines(List<SimulationStep> moments, int bad) {
        return moments
                .subList(
                        Math.max(0, Math.min(bad, moments.size()) - LINES_BEFORE - 1),
                        Math.min(bad, moments.size()))
                .stream()
                .map(SimulationStep::line)
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
