package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Every event and random instants, for the profile {@code kill}. It is bounded: what is not tried
 * within its minutes is counted, and since the points come in an order of the seed's, another seed
 * tries others.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(4 * 3600)
class KillsEverywhere {
    private static final int INSTANTS = Integer.getInteger("foldline.kill.instants", 30);
    private static final int MINUTES_MAX = Integer.getInteger("foldline.kill.minutes", 40);
    private static final long SEED = Long.getLong("foldline.seed", 1);

    /** One crash point, or two in a row. */
    @FunctionalInterface
    private interface Trial {
        void run() throws Exception;
    }

    @TempDir Path folder;

    @ParameterizedTest
    @EnumSource
    void kills_at_every_event_change_nothing(BranchScenario course) throws Exception {
        var trials = KillTrials.in(folder, course);
        var all = new ArrayList<Trial>();
        IntStream.rangeClosed(1, trials.events())
                .forEach(event -> all.add(() -> trials.at(event, KillTarget.ENGINE)));
        IntStream.iterate(2, event -> event <= trials.events(), event -> event + 5)
                .forEach(event -> all.add(() -> trials.twice(event, 2 + event % 3)));
        IntStream.rangeClosed(1, trials.count("effect_started"))
                .forEach(
                        effect ->
                                all.add(
                                        () ->
                                                trials.at(
                                                        trials.event("effect_started", "", effect),
                                                        KillTarget.ENGINE_AND_AGENTS)));
        IntStream.rangeClosed(1, trials.count("agent_finished"))
                .forEach(
                        call ->
                                all.add(
                                        () ->
                                                trials.at(
                                                        trials.event(
                                                                "effect_started",
                                                                "invoke_agent",
                                                                call),
                                                        KillTarget.AGENTS)));
        Collections.shuffle(all, new Random(SEED));
        runAll(all);
        ends(trials);
    }

    @ParameterizedTest
    @EnumSource
    void kills_at_random_instants_change_nothing(BranchScenario course) throws Exception {
        var trials = KillTrials.in(folder, course);
        var random = new Random(SEED);
        var all = new ArrayList<Trial>();
        for (int instant = 0; instant < INSTANTS; instant++) {
            long millis = random.nextLong(trials.tookMillis());
            var blow = random.nextInt(3) == 0 ? KillTarget.ENGINE_AND_AGENTS : KillTarget.ENGINE;
            all.add(() -> trials.after(millis, blow));
        }
        runAll(all);
        ends(trials);
    }

    /** As many as there is time for; the courses share it. */
    private static void runAll(List<Trial> all) throws Exception {
        long began = System.nanoTime();
        long share = TimeUnit.MINUTES.toNanos(MINUTES_MAX) / BranchScenario.values().length;
        int tried = 0;
        for (; tried < all.size() && System.nanoTime() - began < share; tried++)
            all.get(tried).run();
        System.out.println(
                "tried "
                        + tried
                        + " of "
                        + all.size()
                        + " in "
                        + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began)
                        + " s");
        assertThat(tried).as("at least some").isPositive();
    }

    private static void ends(KillTrials trials) {
        System.out.println(trials.score());
        assertThat(trials.score().violations()).as(trials.score().toString()).isEmpty();
    }
}
