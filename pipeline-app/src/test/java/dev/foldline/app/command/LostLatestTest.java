package dev.foldline.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a command means that names no run, where one has worked and lost its log. */
class LostLatestTest {
    private static final Pattern RUN = Pattern.compile("r[a-z2-7]{16}");

    @TempDir Path folder;
    private CliFixture place;
    private String first = "";
    private String second = "";

    @BeforeEach
    void two_paused_runs() throws Exception {
        place = CliFixture.ready(folder);
        first = paused("Add one");
        second = paused("Add two");
    }

    private String paused(String task) {
        var reported = place.foldline("run", "--worktree", "--until", "development", task);
        var run = RUN.matcher(reported.out());
        assertThat(reported.exit() == 0 && run.find()).as(reported.all()).isTrue();
        return run.group();
    }

    private void lose(String run) throws IOException {
        Files.delete(events(run));
    }

    private Path events(String run) {
        return place.root.resolve(".git/foldline/runs").resolve(run).resolve("events.jsonl");
    }

    @Test
    void a_spending_or_ending_command_does_not_fall_back_to_an_older_run() throws Exception {
        var earlier = events(first);
        var text = Files.readString(earlier);
        lose(first);
        var latest = place.foldline("status");
        assertThat(latest.out()).startsWith(second);
        assertThat(latest.err()).as("an earlier one is ignored").isEmpty();
        Files.writeString(earlier, text);
        lose(second);
        for (var words : new String[][] {{"resume"}, {"retry"}, {"cancel", "--yes"}}) {
            var reported = place.foldline(words);
            assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
            assertThat(reported.err())
                    .contains("the log of the latest run, " + second + ", is lost")
                    .contains("try: foldline " + words[0] + " " + first);
        }
        var seen = place.foldline("status", "@");
        assertThat(seen.out()).startsWith(first);
        assertThat(seen.err()).contains("run " + second + " is skipped");
        assertThat(Remedy.follow(place, place.foldline("resume"), "foldline doctor").out())
                .contains(second + ": its log is lost");
        Remedy.done(place, place.foldline("resume"), "foldline resume " + first);
    }

    @Test
    void a_workflow_command_does_not_fall_back_to_an_older_workflow_if_the_latest_lost_its_log()
            throws Exception {
        place.write(
                        "tasks.yaml",
                        "name: Shop\n"
                            + "tasks: [ { name: login, terminals: [ { role: developer, agent: mine"
                            + " } ] } ]\n")
                .agent("exit 3\n");
        place.environment.putAll(
                Map.of(
                        "FOLDLINE_LIMITS_CYCLES",
                        "1",
                        "FOLDLINE_LIMITS_SAME_AGENT",
                        "1",
                        "FOLDLINE_LIMITS_RECOVERIES",
                        "0"));
        var older = failed();
        lose(second);
        assertThat(place.foldline("workflow", "resume").err())
                .as("it began before the workflow")
                .doesNotContain("error:");
        var later = failed();
        lose(later);
        for (var words : new String[][] {{"resume"}, {"cancel", "--yes"}, {"start"}}) {
            var reported =
                    place.foldline(
                            Stream.concat(Stream.of("workflow"), Stream.of(words))
                                    .toArray(String[]::new));
            assertThat(reported.err())
                    .contains("the log of the latest run, " + later + ", is lost")
                    .contains("try: foldline workflow " + words[0] + " " + older);
        }
        for (var seen : new String[] {"status", "memo"})
            assertThat(place.foldline("workflow", seen).err())
                    .contains("run " + later + " is skipped");
        var reported = place.foldline("workflow", "resume", later);
        assertThat(reported.err())
                .as("another like it is no remedy")
                .contains("the log of run " + later + " is lost")
                .contains("try: foldline doctor");
        assertThat(place.foldline("workflow", "cancel", older, "--yes").exit()).isZero();
    }

    private String failed() {
        place.foldline("workflow", "create", "-f", "tasks.yaml");
        place.foldline("workflow", "ready");
        var reported = place.foldline("workflow", "start");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        return reported.out().split(" ", 2)[0];
    }
}
