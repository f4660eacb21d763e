package dev.foldline.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A run that was killed and taken up again leaves what one leaves that nobody disturbed. */
@EnabledOnOs(OS.LINUX)
@Timeout(900)
class KilledRunTest {
    @TempDir Path folder;

    @Test
    void the_application_is_started_as_the_launcher_starts_it() throws Exception {
        assertThat(Files.readString(Path.of("../foldline"))).contains("/bin/java\" " + String.join(" ", Engine.OPTIONS) + " ");
    }

    @Test
    void ten_kills_change_nothing() throws Exception {
        var trials = Trials.in(folder);
        trials.at(trials.event("effect_started", "open_branch", 1), Blow.ENGINE);
        trials.at(trials.event("effect_started", "\"role\":\"developer\"", 1), Blow.ENGINE);
        trials.at(trials.event("agent_finished", "", 2), Blow.ENGINE);
        trials.at(trials.event("effect_started", "commit_work", 1), Blow.ENGINE);
        trials.at(trials.event("work_committed", "", 1), Blow.ENGINE);
        trials.at(trials.event("effect_started", "save_work", 1), Blow.ENGINE);
        trials.at(trials.event("effect_started", "\"role\":\"developer\"", 1), Blow.ENGINE_AND_AGENTS);
        trials.at(trials.event("effect_started", "run_check", 1), Blow.ENGINE_AND_AGENTS);
        trials.at(trials.event("effect_started", "\"role\":\"developer\"", 1), Blow.AGENTS);
        trials.twice(trials.event("effect_started", "commit_work", 2), 2);
        ends(trials);
    }

    @Test
    void kills_around_a_run_s_own_working_tree_change_nothing() throws Exception {
        var trials = Trials.in(folder, Course.OWN_TREE);
        trials.at(trials.event("run_started", "", 1), Blow.ENGINE);
        trials.at(trials.event("effect_started", "open_branch", 1), Blow.ENGINE_AND_AGENTS);
        ends(trials);
    }

    static void ends(Trials trials) {
        System.out.println(trials.score());
        assertThat(trials.score().violations()).as(trials.score().toString()).isEmpty();
    }
}
