package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.output.TextStyle;
import dev.foldline.app.report.EventFilter;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.report.file.RecentRuns;
import dev.foldline.core.state.Fault;
import dev.foldline.effects.store.Runs;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;

class RecentRunsTest {
    @TempDir Path folder;

    @Test
    void runs_that_need_you_come_first_with_what_to_do() throws Exception {
        Repository.withOneCommit(folder);
        var done = RunFixture.begin(folder, 1, 1).toTheEnd().id();
        var halted =
                RunFixture.begin(folder, 2, 1)
                        .agentsFail(Fault.of(Fault.Kind.NEEDS_PERSON, "which login?"))
                        .toTheEnd()
                        .id();
        var old = RunFixture.begin(folder, 3, 1);
        touchedLongAgo(old);
        assertThat(status("--since", "1h"))
                .contains(": 2 runs, 1 needs you")
                .containsSubsequence(
                        "Add a login  " + halted,
                        "  Stopped: which login?",
                        "  next  foldline explain " + halted,
                        "Add a login  " + done,
                        "  Done in 12 min of work for $2.00: 4 commits, checks passed.")
                .doesNotContain(old.id());
        assertThat(status("--since", "1h", "--markdown"))
                .startsWith("### Since ")
                .containsSubsequence(
                        "- **Add a login** `"
                                + halted
                                + "`: Stopped: which login? `foldline explain ",
                        "- Add a login `" + done + "`: Done in ");
        assertThat(status("--since", "1h", "--json")).contains("\"foldline.runs/1\"");
    }

    @Test
    void a_run_that_needs_you_is_listed_whoever_started_it_and_whenever() throws Exception {
        Repository.withOneCommit(folder);
        var asks = Fault.of(Fault.Kind.NEEDS_PERSON, "which login?");
        var old = RunFixture.begin(folder, 1, 1).agentsFail(asks).toTheEnd();
        touchedLongAgo(old);
        var task = RunFixture.begin(folder, 2, 1).agentsFail(asks).toTheEnd();
        var idleTask = RunFixture.begin(folder, 3, 1);
        var tasks = List.of(task.id(), idleTask.id());
        var recent =
                RecentRuns.of(
                        Runs.of(folder.resolve(".git").toRealPath()),
                        Instant.now().minusSeconds(3_600),
                        run -> {
                            var document = new HashMap<>(RunReport.document(run, folder));
                            if (tasks.contains(run.id().text()))
                                document.put("parent", Option.of("r-parent"));
                            return document;
                        });
        assertThat(recent.text(new TextStyle(false)))
                .contains(": 2 runs, 2 need you")
                .containsSubsequence(task.id(), "next  foldline explain " + task.id(), old.id())
                .doesNotContain(idleTask.id());
    }

    private static void touchedLongAgo(RunFixture run) throws IOException {
        Files.setLastModifiedTime(
                run.directory().events(), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
    }

    @Test
    void a_time_of_the_day_is_the_latest_one() {
        var zone = ZoneId.systemDefault();
        var now = Instant.parse("2026-11-29T12:00:00Z");
        var evening = now.atZone(zone).toLocalTime().plusHours(8);
        var found = EventFilter.time("%s".formatted(evening), now, "--since").atZone(zone);
        assertThat(found.toLocalTime()).isEqualTo(evening);
        assertThat(found.toInstant()).isBetween(now.minusSeconds(86_400), now);
        assertThat(EventFilter.time("00:00", now, "--since").atZone(zone).toLocalTime())
                .isEqualTo(LocalTime.MIDNIGHT);
    }

    private String status(String... words) {
        var all = new String[words.length + 1];
        all[0] = "status";
        System.arraycopy(words, 0, all, 1, words.length);
        return Cli.in(folder).run(all).out();
    }
}
