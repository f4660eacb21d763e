package dev.foldline.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command means that names no run, where one has worked and lost its log. */
class LostLatestTest {
    private static final Pattern RUN = Pattern.compile("r[a-z2-7]{16}");

    @TempDir Path folder;
    private Place place;
    private String first = "";
    private String second = "";

    @BeforeEach
    void two_paused_runs() throws Exception {
        place = Place.ready(folder);
        first = paused("Add one");
        second = paused("Add two");
    }

    private String paused(String task) {
        var told = place.foldline("run", "--worktree", "--until", "development", task);
        var run = RUN.matcher(told.out());
        assertThat(told.exit() == 0 && run.find()).as(told.all()).isTrue();
        return run.group();
    }

    private void lose(String run) throws IOException { Files.delete(place.root.resolve(".git/foldline/runs").resolve(run).resolve("events.jsonl")); }

    @Test
    void what_spends_or_ends_something_is_not_meant_for_the_run_before_one_that_has_lost_its_log() throws Exception {
        lose(second);
        for (var words : new String[][] {{"resume"}, {"retry"}, {"cancel", "--yes"}}) {
            var told = place.foldline(words);
            assertThat(told.exit()).as(told.all()).isEqualTo(1);
            assertThat(told.err()).contains("the latest run, " + second + ", has worked, but its log is lost").contains("try: foldline " + words[0] + " " + first);
        }
        var seen = place.foldline("status", "@");
        assertThat(seen.out()).startsWith(first);
        assertThat(seen.err()).contains("run " + second + " is passed over");
        assertThat(place.foldline("resume", first).exit()).isZero();
    }

    @Test
    void one_that_lost_its_log_and_began_earlier_stands_in_nobodys_way() throws Exception {
        lose(first);
        var told = place.foldline("resume");
        assertThat(told.exit()).as(told.all()).isZero();
        assertThat(told.out()).startsWith(second);
    }
}
