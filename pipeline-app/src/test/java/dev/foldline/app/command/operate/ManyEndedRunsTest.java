package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.effects.store.Runs;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Set;

/**
 * A repository with many runs that have ended, beside which others begin and end. The logs that a
 * command reads are counted.
 */
class ManyEndedRunsTest {
    private static final int COUNT = 30;

    @TempDir static Path folder;

    private static CliFixture place;
    private static Runs runs;

    @BeforeAll
    static void many_runs() throws Exception {
        place = CliFixture.ready(folder);
        runs = Runs.of(place.root.resolve(".git"));
        assertThat(place.foldline("run", "Add work").exit()).isZero();
        RunCopies.make(runs, runs.newestFirst().getFirst(), COUNT, 11);
        place.git("switch", "-q", "main");
        // As if nothing had come for long: then the ends that a first look finds are remembered.
        Files.setLastModifiedTime(
                runs.folder(), FileTime.from(Instant.parse("2026-11-21T12:00:00Z")));
        assertThat(place.foldline("gates").exit()).isZero();
        // The first run that begins beside copies enters them into the tables.
        place.foldline("run", "--until", "start", "Before");
        place.git("switch", "-q", "main");
    }

    /** The logs of ended runs that a command reads. */
    private static Set<Path> logsRead(String... words) throws Exception {
        var reported = new ArrayList<CliFixture.CommandResult>();
        var reads = FileReads.during(() -> reported.add(place.foldline(words))).keySet();
        assertThat(reported.getFirst().exit()).as(reported.getFirst().all()).isNotEqualTo(2);
        reads.removeIf(file -> !file.endsWith("events.jsonl"));
        for (var unfinished : UnfinishedRuns.of(runs)) reads.remove(unfinished.events());
        return reads;
    }

    /**
     * The second branch only has a name like that of a run, and the third is the branch of the
     * oldest.
     */
    @ParameterizedTest
    @CsvSource({"main, run --worktree", "foldline/mine, run", "foldline/old, run"})
    void a_new_run_reads_only_the_log_of_the_run_whose_branch_is_checked_out(
            String branch, String command) throws Exception {
        place.git("switch", "-q", "-C", branch, "main");
        var oldest = runs.newestFirst().getLast();
        var file = oldest.path().resolve("branch");
        var kept = Files.readString(file);
        Files.writeString(file, "foldline/old");
        var reads = logsRead((command + " --until start More").split(" "));
        Files.writeString(file, kept);
        place.git("switch", "-q", "main");
        if (branch.equals("foldline/old")) assertThat(reads).containsExactly(oldest.events());
        else assertThat(reads).isEmpty();
    }

    /** As runs of earlier versions are. */
    @Test
    void the_log_of_a_run_without_a_recorded_branch_is_read() throws Exception {
        var run =
                runs.newestFirst().stream()
                        .filter(each -> Files.exists(each.path().resolve("branch")))
                        .toList()
                        .getLast();
        var file = run.path().resolve("branch");
        var kept = Files.readString(file);
        Files.delete(file);
        place.git("switch", "-q", "-C", "foldline/other", "main");
        var reads = logsRead("run", "--until", "start", "More");
        Files.writeString(file, kept);
        place.git("switch", "-q", "main");
        assertThat(reads).containsExactly(run.events());
    }

    @Test
    void gc_reads_no_log_of_a_run_that_has_left_nothing() throws Exception {
        assertThat(place.foldline("run", "--worktree", "Add a tree").exit()).isZero();
        var run = runs.newestFirst().getFirst();
        assertThat(place.foldline("gates").exit()).isZero();
        assertThat(logsRead("gc", "-n")).containsExactly(run.events());
        assertThat(place.foldline("gc").out()).contains(run.id().text());
        assertThat(logsRead("gc")).as("its tree is gone").isEmpty();
    }
}
