package dev.foldline.effects.sim.crash;

import dev.foldline.effects.sim.CrashPoint;
import dev.foldline.effects.sim.Luck;
import dev.foldline.effects.sim.Run.Passage;
import dev.foldline.effects.sim.Run;
import dev.foldline.effects.sim.Simulation;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Every instant of a simulated run at which its driver can die: before an append, in it, after it, in the middle of a deed,
 * and when it is done and not told. At each of them the driver dies once, and once more during the recovery; another
 * takes the run up, and the result is held against every {@link Promise}.
 *
 * <pre>
 *   assertThat(CrashPoints.all(Simulation.of(workflow)).violations()).isEmpty();
 * </pre>
 *
 * Deeds take no time here, so that a crash cannot change which limits have ended. What a script says of an agent's n-th call
 * is said again to the call that replaces a lost one. Where something was lost, and files fail or checks rewrite the tree, what is
 * made again may meet another world: such a run is held against the promises of each run by itself, and excused from the comparison.
 */
public final class CrashPoints {
    /** A second crash is tried at every instant until so many events were appended after the first. */
    public static final int RECOVERY_EVENTS = 4;

    /** Told after each try; from several threads. */
    @FunctionalInterface
    public interface Observer {
        /** @param point where the driver died last */
        void tried(CrashPoint point);

        /** Nobody looks. */
        Observer NOBODY = _ -> { };
    }

    private record Trial(CrashReport report, Optional<Run> run) {}

    private final Simulation simulation;
    private final Observer observer;
    private final Run calm;

    private CrashPoints(Simulation simulation, Observer observer) {
        this.simulation = simulation.timeless();
        this.observer = observer;
        this.calm = this.simulation.run();
    }

    /** Tries all of them. */
    public static CrashReport all(Simulation simulation) { return all(simulation, Observer.NOBODY); }

    public static CrashReport all(Simulation simulation, Observer observer) {
        var points = new CrashPoints(simulation, observer);
        return sum(points.calm.witness().passages().parallelStream().map(points::onceAndAgain));
    }

    /** Tries so many, chosen by the seed: half of them die once, half once more during the recovery. */
    public static CrashReport sample(Simulation simulation, int count, long seed) {
        return sample(simulation, count, seed, Observer.NOBODY);
    }

    public static CrashReport sample(Simulation simulation, int count, long seed, Observer observer) {
        var points = new CrashPoints(simulation, observer);
        return sum(IntStream.range(0, (count + 1) / 2).parallel().mapToObj(i ->
                points.chosen(Luck.of(seed).fork("crash", i), 2 * i + 1 < count)));
    }

    /** Tries one: the driver dies at each of these. Nothing is tried if the run does not come to all of them. */
    public static CrashReport at(Simulation simulation, List<CrashPoint> crashes) {
        var trial = new CrashPoints(simulation, Observer.NOBODY).tried(crashes);
        return trial.run().isPresent() && trial.run().get().crashes() < crashes.size() ? CrashReport.NOTHING : trial.report();
    }

    private static CrashReport sum(Stream<CrashReport> reports) { return reports.reduce(CrashReport.NOTHING, CrashReport::plus); }

    private CrashReport onceAndAgain(Passage first) {
        var once = tried(List.of(first.point()));
        return once.report().plus(sum(seconds(once, first.point()).stream().map(second ->
                tried(List.of(first.point(), second.point())).report())));
    }

    private CrashReport chosen(Luck luck, boolean again) {
        var first = luck.fork("first").pick(calm.witness().passages()).point();
        var once = tried(List.of(first));
        var seconds = seconds(once, first);
        return !again || seconds.isEmpty() ? once.report()
                : once.report().plus(tried(List.of(first, luck.fork("second").pick(seconds).point())).report());
    }

    /** The instants of the recovery from a crash. */
    private static List<Passage> seconds(Trial once, CrashPoint first) {
        return once.run().map(run -> {
            var passages = run.witness().passages();
            int at = IntStream.range(0, passages.size()).filter(i -> passages.get(i).point().equals(first)).findFirst().orElse(passages.size() - 1);
            int last = passages.get(at).onDisk() + RECOVERY_EVENTS;
            return passages.subList(at + 1, passages.size()).stream().takeWhile(passage -> passage.onDisk() <= last).toList();
        }).orElse(List.of());
    }

    private Trial tried(List<CrashPoint> crashes) {
        var findings = new Findings(crashes, Instants.named(calm, crashes.getFirst()));
        var run = crashed(crashes, findings);
        Option<Excuse> excuse = Option.ofOptional(run).flatMap(each -> compared(each, findings));
        observer.tried(crashes.getLast());
        boolean once = crashes.size() == 1;
        return new Trial(new CrashReport(once ? 1 : 0, once ? 0 : 1, excuse.toJavaStream().collect(Collectors.toMap(each -> each, _ -> 1)), findings.found()), run);
    }

    private Optional<Run> crashed(List<CrashPoint> crashes, Findings findings) {
        var crashing = simulation;
        for (var crash : crashes) crashing = crashing.crashAt(crash.moment(), crash.nth());
        try {
            return Optional.of(crashing.run());
        } catch (RuntimeException | StackOverflowError broke) {
            findings.broken(Promise.RESUMES, "a run that goes on", String.valueOf(broke.getMessage()));
            return Optional.empty();
        }
    }

    private Option<Excuse> compared(Run run, Findings findings) {
        Audit.of(run, findings);
        var comparison = new Comparison(calm, run);
        if (comparison.excuse().isEmpty()) comparison.into(findings);
        return comparison.excuse();
    }
}
