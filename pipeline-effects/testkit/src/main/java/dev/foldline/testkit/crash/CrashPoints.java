package dev.foldline.testkit.crash;

import dev.foldline.testkit.simulation.CrashPoint;
import dev.foldline.testkit.simulation.SeededRandom;
import dev.foldline.testkit.simulation.Simulation;
import dev.foldline.testkit.simulation.SimulationResult;
import dev.foldline.testkit.simulation.SimulationResult.Passage;

import io.vavr.control.Option;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tests every moment of a simulated run at which its driver can crash: before an append, during it,
 * after it, in the middle of an effect, and after its completion. At each of them the driver
 * crashes once, and once more during the recovery. Another driver resumes the run, and the result
 * is checked against every {@link Promise}.
 *
 * <pre>
 *   assertThat(CrashPoints.all(Simulation.of(workflow)).violations()).isEmpty();
 * </pre>
 *
 * Effects take no time here, so that a crash cannot change which limits have ended. A call that
 * replaces a lost one gets the same scripted play. If files fail or checks change the tree, a
 * repeated effect may have another result. Such a run is checked against the invariants of every
 * run, but not compared.
 */
public final class CrashPoints {
    /**
     * A second crash is tested at every moment until this many events were appended after the
     * first.
     */
    public static final int RECOVERY_EVENTS = 4;

    /** Notified after each test, from several threads. */
    @FunctionalInterface
    public interface Observer {
        /**
         * @param point the last crash point
         */
        void tried(CrashPoint point);

        /** No observer. */
        Observer NOBODY = _ -> {};
    }

    private record Trial(CrashReport report, Optional<SimulationResult> run) {}

    private final Simulation simulation;
    private final Observer observer;
    private final SimulationResult calm;

    private CrashPoints(Simulation simulation, Observer observer) {
        this.simulation = simulation.timeless();
        this.observer = observer;
        this.calm = this.simulation.run();
    }

    /** Tests all crash points. */
    public static CrashReport all(Simulation simulation) {
        return all(simulation, Observer.NOBODY);
    }

    public static CrashReport all(Simulation simulation, Observer observer) {
        var points = new CrashPoints(simulation, observer);
        return sum(points.calm.witness().passages().parallelStream().map(points::onceAndAgain));
    }

    /**
     * Tests this many crash points, chosen by the seed: half of them with a second crash during the
     * recovery.
     */
    public static CrashReport sample(Simulation simulation, int count, long seed) {
        return sample(simulation, count, seed, Observer.NOBODY);
    }

    public static CrashReport sample(
            Simulation simulation, int count, long seed, Observer observer) {
        var points = new CrashPoints(simulation, observer);
        return sum(
                IntStream.range(0, (count + 1) / 2)
                        .parallel()
                        .mapToObj(
                                i ->
                                        points.chosen(
                                                SeededRandom.of(seed).fork("crash", i),
                                                2 * i + 1 < count)));
    }

    /**
     * Tests one run with all of these crashes. Nothing is tested if the run does not reach all of
     * them.
     */
    public static CrashReport at(Simulation simulation, List<CrashPoint> crashes) {
        var trial = new CrashPoints(simulation, Observer.NOBODY).runTrial(crashes);
        return trial.run().isPresent() && trial.run().get().crashes() < crashes.size()
                ? CrashReport.NOTHING
                : trial.report();
    }

    /**
     * Returns why the result of a crashed run may differ from that of the same run undisturbed;
     * empty if they must be equal.
     */
    public static Optional<AllowedDifference> difference(
            SimulationResult undisturbed, SimulationResult crashed) {
        return new Comparison(undisturbed, crashed).excuse().toJavaOptional();
    }

    private static CrashReport sum(Stream<CrashReport> reports) {
        return reports.reduce(CrashReport.NOTHING, CrashReport::plus);
    }

    private CrashReport onceAndAgain(Passage first) {
        var once = runTrial(List.of(first.point()));
        return once.report()
                .plus(
                        sum(
                                seconds(once, first.point()).stream()
                                        .map(
                                                second ->
                                                        runTrial(
                                                                        List.of(
                                                                                first.point(),
                                                                                second.point()))
                                                                .report())));
    }

    private CrashReport chosen(SeededRandom luck, boolean again) {
        var first = luck.fork("first").pick(calm.witness().passages()).point();
        var once = runTrial(List.of(first));
        var seconds = seconds(once, first);
        return !again || seconds.isEmpty()
                ? once.report()
                : once.report()
                        .plus(
                                runTrial(List.of(first, luck.fork("second").pick(seconds).point()))
                                        .report());
    }

    /** Returns the moments of the recovery from a crash. */
    private static List<Passage> seconds(Trial once, CrashPoint first) {
        return once.run()
                .map(
                        run -> {
                            var passages = run.witness().passages();
                            int at =
                                    IntStream.range(0, passages.size())
                                            .filter(i -> passages.get(i).point().equals(first))
                                            .findFirst()
                                            .orElse(passages.size() - 1);
                            int last = passages.get(at).onDisk() + RECOVERY_EVENTS;
                            return passages.subList(at + 1, passages.size()).stream()
                                    .takeWhile(passage -> passage.onDisk() <= last)
                                    .toList();
                        })
                .orElse(List.of());
    }

    private Trial runTrial(List<CrashPoint> crashes) {
        var findings =
                new ViolationCollector(
                        crashes, CrashPointFormatter.named(calm, crashes.getFirst()));
        var run = crashed(crashes, findings);
        Option<AllowedDifference> excuse =
                Option.ofOptional(run).flatMap(each -> compared(each, findings));
        observer.tried(crashes.getLast());
        boolean once = crashes.size() == 1;
        return new Trial(
                new CrashReport(
                        once ? 1 : 0,
                        once ? 0 : 1,
                        excuse.toJavaStream().collect(Collectors.toMap(each -> each, _ -> 1)),
                        findings.found()),
                run);
    }

    private Optional<SimulationResult> crashed(
            List<CrashPoint> crashes, ViolationCollector findings) {
        var crashing = simulation;
        for (var crash : crashes) crashing = crashing.crashAt(crash.moment(), crash.nth());
        try {
            return Optional.of(crashing.run());
        } catch (RuntimeException | StackOverflowError broke) {
            findings.broken(
                    Promise.RESUMES, "a run that goes on", String.valueOf(broke.getMessage()));
            return Optional.empty();
        }
    }

    private Option<AllowedDifference> compared(SimulationResult run, ViolationCollector findings) {
        Audit.of(run, findings);
        var comparison = new Comparison(calm, run);
        if (comparison.excuse().isEmpty()) comparison.into(findings);
        return comparison.excuse();
    }
}
