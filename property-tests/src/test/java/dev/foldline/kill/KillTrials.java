package dev.foldline.kill;

import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.kill.KillResults.KillCount;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Runs of one workplace's kind: one that nobody disturbs, and then others, killed at a point and
 * taken up again.
 */
final class KillTrials {
    private static final String TASK = "Write pieces";
    private static final int ROWS_MAX = 5;

    private final Path folder;
    private final BranchScenario course;
    private final KillResults score = new KillResults();
    private final FinalRunState calm;
    private final List<String> log;
    private final long tookMillis;
    private int number;

    private KillTrials(
            Path folder,
            BranchScenario course,
            FinalRunState calm,
            List<String> log,
            long tookMillis) {
        this.folder = folder;
        this.course = course;
        this.calm = calm;
        this.log = log;
        this.tookMillis = tookMillis;
    }

    static KillTrials in(Path folder) throws IOException, InterruptedException {
        return in(folder, BranchScenario.PLAIN);
    }

    /** Runs once undisturbed, to know what is right. */
    static KillTrials in(Path folder, BranchScenario course)
            throws IOException, InterruptedException {
        var place = KillTestRepository.in(folder.resolve("calm"), course);
        try (var engine = ApplicationProcess.start(place, course.run(TASK));
                var watch = LogWatch.over(place)) {
            if (engine.end() != 0)
                throw new AssertionError("not even undisturbed does it work:\n" + engine.output());
            return new KillTrials(
                    folder, course, FinalRunState.of(place), watch.lines(), engine.millis());
        }
    }

    KillResults score() {
        return score;
    }

    /** What the undisturbed run left. */
    FinalRunState calm() {
        return calm;
    }

    /** How many events it has. */
    int events() {
        return log.size();
    }

    /** How long it took, the start of its process included. */
    long tookMillis() {
        return tookMillis;
    }

    /** The number of the n-th event of this type that speaks of {@code text}. */
    int event(String type, String text, int n) {
        int seen = 0;
        for (int index = 0; index < log.size(); index++) {
            var line = log.get(index);
            if (line.contains("\"event\":{\"type\":\"" + type + "\"")
                    && line.contains(text)
                    && ++seen == n) return index + 1;
        }
        throw new AssertionError("no such event: " + type + " " + text + " " + n);
    }

    /** How many events of this type there are. */
    int count(String type) {
        return (int)
                log.stream()
                        .filter(line -> line.contains("\"event\":{\"type\":\"" + type + "\""))
                        .count();
    }

    /** Kills when the log reaches this event. */
    void at(int event, KillTarget blow) throws IOException, InterruptedException {
        var place = KillTestRepository.in(folder.resolve("trial-" + ++number), course);
        var point = blow + " killed at event " + event;
        try (var engine = ApplicationProcess.start(place, course.run(TASK));
                var watch = LogWatch.over(place)) {
            boolean hit = watch.reaches(event, engine) && blow.strike(place, engine, watch);
            var hits = KillCount.NONE.and(hit, blow.cutCall(watch));
            if (blow == KillTarget.AGENTS) engine.end();
            takeUp(point, place, watch, hits);
        }
    }

    /**
     * Kills the engine when the log reaches this event, and the one that takes the run up so many
     * events later.
     */
    void twice(int event, int later) throws IOException, InterruptedException {
        var place = KillTestRepository.in(folder.resolve("trial-" + ++number), course);
        try (var first = ApplicationProcess.start(place, course.run(TASK));
                var watch = LogWatch.over(place)) {
            var hits =
                    KillCount.NONE.and(
                            watch.reaches(event, first) && first.kill(),
                            KillTarget.ENGINE.cutCall(watch));
            int before = watch.lines().size();
            try (var second = ApplicationProcess.start(place, "resume")) {
                if (watch.reaches(before + 2, second)) score.nextEffectAfter(second.millis());
                if (watch.reaches(before + later, second) && second.kill())
                    hits = hits.and(true, KillTarget.ENGINE.cutCall(watch));
                else second.end();
            }
            takeUp(
                    "engine killed at event " + event + " and again " + later + " events later",
                    place,
                    watch,
                    hits);
        }
    }

    /**
     * Kills one run again and again, and takes it to its end: each blow falls at the next such
     * event behind the one before, on whatever engine is at work by then, and another takes the run
     * up. So many engines do the work of one run, not of as many. Blows that came too late, since
     * who was to be hit had ended, fall on another run.
     */
    void inARow(PlannedKill... kills) throws IOException, InterruptedException {
        var due = List.of(kills);
        for (int row = 0; !due.isEmpty() && row < ROWS_MAX; row++) due = row(due);
    }

    /** The blows that came too late. */
    private List<PlannedKill> row(List<PlannedKill> kills)
            throws IOException, InterruptedException {
        var late = new ArrayList<PlannedKill>();
        var place = KillTestRepository.in(folder.resolve("trial-" + ++number), course);
        var engine = ApplicationProcess.start(place, course.run(TASK));
        var hits = KillCount.NONE;
        try (var watch = LogWatch.over(place)) {
            int seen = 0;
            for (PlannedKill kill : kills) {
                int from = seen;
                if (!watch.sees(lines -> kill.next(lines, from) > 0, engine))
                    throw new AssertionError("it never came to " + kill + ":\n" + engine.output());
                boolean hit = kill.blow().strike(place, engine, watch);
                if (!hit) late.add(kill);
                hits = hits.and(hit, kill.blow().cutCall(watch));
                seen = kill.next(watch.lines(), from);
                if (kill.blow() == KillTarget.AGENTS) continue;
                engine.close();
                int left = watch.lines().size();
                engine = ApplicationProcess.start(place, "resume");
                if (watch.reaches(left + 2, engine)) score.nextEffectAfter(engine.millis());
            }
            engine.end();
            takeUp("a row of " + kills, place, watch, hits);
            return late;
        } finally {
            engine.close();
        }
    }

    /** Kills after so many milliseconds, wherever that is. */
    void after(long millis, KillTarget blow) throws IOException, InterruptedException {
        var place = KillTestRepository.in(folder.resolve("trial-" + ++number), course);
        var point = blow + " killed after " + millis + " ms";
        try (var engine = ApplicationProcess.start(place, course.run(TASK));
                var watch = LogWatch.over(place)) {
            TimeUnit.MILLISECONDS.sleep(millis);
            var hits = KillCount.NONE.and(blow.at(place, engine), blow.cutCall(watch));
            if (blow == KillTarget.AGENTS) engine.end();
            takeUp(point, place, watch, hits);
        }
    }

    /**
     * Asks the engine to go while the developer is at work, with these signals one after the other;
     * what it said when it had gone.
     */
    EngineExit signal(List<String> signals, boolean agentMayFinish)
            throws IOException, InterruptedException {
        var place = KillTestRepository.in(folder.resolve("trial-" + ++number), course);
        place.holdUp();
        try (var engine = ApplicationProcess.start(place, course.run(TASK));
                var watch = LogWatch.over(place)) {
            int called = event("effect_started", "\"role\":\"developer\"", 1);
            watch.reaches(called, engine);
            for (int sent = 0; sent < signals.size(); sent++) {
                engine.signal(signals.get(sent));
                // Two signals at once would count as one.
                watch.reaches(called + sent + 1, engine);
            }
            if (agentMayFinish) place.letGoOn();
            int exit = engine.end();
            var left = new EngineExit(exit, watch.lines(), place.children().size());
            if (!agentMayFinish) place.letGoOn();
            takeUp("told " + signals, place, watch, new KillCount(signals.size(), signals.size()));
            return left;
        }
    }

    /**
     * A blow to fall as soon as the log has another event of this type that speaks of a text.
     *
     * @param type as the log has it
     * @param text empty for any
     */
    record PlannedKill(String type, String text, KillTarget blow) {
        /** The number of the next one behind this number; 0 if there is none. */
        int next(List<String> lines, int from) {
            return IntStream.range(from, lines.size())
                    .filter(index -> isAt(lines.get(index)))
                    .map(index -> index + 1)
                    .findFirst()
                    .orElse(0);
        }

        private boolean isAt(String line) {
            return line.contains("\"event\":{\"type\":\"" + type + "\"") && line.contains(text);
        }
    }

    /**
     * How an engine left a run: its exit code, the log, and how many processes of the run were
     * still there.
     */
    record EngineExit(int exit, List<String> log, int children) {
        boolean has(String type) {
            return log.stream()
                    .anyMatch(line -> line.contains("\"event\":{\"type\":\"" + type + "\""));
        }
    }

    private void takeUp(String point, KillTestRepository place, LogWatch watch, KillCount hits)
            throws IOException, InterruptedException {
        int before = watch.lines().size();
        boolean ended =
                before > 0
                        && RunHistory.open(place.run()).latest().state().lifecycle()
                                instanceof Lifecycle.Ended;
        // Killed before its first event a run never was: it is begun again.
        try (var engine =
                ApplicationProcess.start(
                        place,
                        before == 0
                                ? course.run(TASK)
                                : new String[] {ended ? "status" : "resume"})) {
            if (!ended && before > 0 && watch.reaches(before + 2, engine))
                score.nextEffectAfter(engine.millis());
            if (engine.end() != 0) {
                score.stuck(point, "exit " + engine.end() + "\n" + engine.output());
                return;
            }
        }
        var leftBehind = new ArrayList<>(place.locks());
        place.children()
                .forEach(child -> leftBehind.add("process " + child.pid() + " " + child.command()));
        score.add(point, FinalRunState.of(place), calm, hits, leftBehind);
    }
}
