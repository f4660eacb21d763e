package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Every event and random instants, for the profile {@code kill}: it takes the better part of an hour. */
@EnabledOnOs(OS.LINUX)
@Timeout(4 * 3600)
class KillsEverywhere {
    private static final int INSTANTS = Integer.getInteger("foldline.kill.instants", 30);
    private static final long SEED = Long.getLong("foldline.seed", 1);

    @TempDir Path folder;

    @Test
    void kills_at_every_event_change_nothing() throws Exception {
        var trials = Trials.in(folder);
        for (int event = 1; event <= trials.events(); event++) trials.at(event, Blow.ENGINE);
        for (int event = 2; event <= trials.events(); event += 5) trials.twice(event, 2 + event % 3);
        for (int deed = 1; deed <= trials.count("effect_started"); deed++) {
            trials.at(trials.event("effect_started", "", deed), Blow.ENGINE_AND_AGENTS);
        }
        for (int call = 1; call <= trials.count("agent_finished"); call++) {
            trials.at(trials.event("effect_started", "invoke_agent", call), Blow.AGENTS);
        }
        ends(trials);
    }

    @Test
    void kills_at_random_instants_change_nothing() throws Exception {
        var trials = Trials.in(folder);
        var random = new Random(SEED);
        for (int instant = 0; instant < INSTANTS; instant++) {
            trials.after(random.nextLong(trials.tookMillis()), random.nextInt(3) == 0 ? Blow.ENGINE_AND_AGENTS : Blow.ENGINE);
        }
        ends(trials);
    }

    private static void ends(Trials trials) {
        System.out.println(trials.score());
        assertThat(trials.score().violations()).as(trials.score().toString()).isEmpty();
    }
}
