package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.store.Runs;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A repository with many runs. What a command reads of them is counted, not how long it takes. */
class ManyRunsTest {
    private static final int COUNT = 60;

    @TempDir static Path folder;

    private static CliFixture place;
    private static Runs runs;

    /** All have ended but the latest, which waits at a gate. */
    @BeforeAll
    static void many_runs() throws Exception {
        place = CliFixture.ready(folder);
        runs = Runs.of(place.root.resolve(".git"));
        assertThat(place.foldline("run", "Add work").exit()).isZero();
        RunCopies.make(runs, runs.newestFirst().getFirst(), COUNT, 7);
        place.git("switch", "-q", "main");
        assertThat(place.foldline("run", "--gate", "planning", "Add more").exit()).isEqualTo(3);
        settle();
        assertThat(place.foldline("gates").exit()).isZero();
    }

    /** As if nothing had come or gone for long. */
    private static void settle() throws IOException {
        Files.setLastModifiedTime(
                runs.folder(), FileTime.from(Instant.parse("2026-11-21T12:00:00Z")));
    }

    private static Map<Path, Long> logsRead(String... words) throws Exception {
        var reported = new ArrayList<CliFixture.CommandResult>();
        var reads = FileReads.during(() -> reported.add(place.foldline(words)));
        assertThat(reported.getFirst().exit()).as(reported.getFirst().all()).isNotEqualTo(2);
        reads.keySet().removeIf(file -> !file.endsWith("events.jsonl"));
        return reads;
    }

    /** The first look after a run has come is one at its folder; the second is none. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "status",
                "status @~1",
                "log",
                "explain",
                "show",
                "cost",
                "gates",
                "resume",
                "pause",
                "approve",
                "replay --verify"
            })
    void a_command_about_one_run_reads_the_log_of_no_other(String command) throws Exception {
        assertThat(logsRead(command.split(" ")))
                .as("logs that were read")
                .hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void doctor_reads_of_a_run_that_has_ended_the_last_line_and_with_all_every_line()
            throws Exception {
        var ended = runs.newestFirst().getLast().events();
        assertThat(logsRead("doctor").get(ended)).isPositive().isLessThanOrEqualTo(4096);
        assertThat(logsRead("doctor", "--all").get(ended))
                .isGreaterThanOrEqualTo(Files.size(ended));
    }

    @Test
    void damage_behind_which_a_run_has_ended_is_found_at_its_last_line_and_elsewhere_with_all()
            throws Exception {
        var last = runs.newestFirst().get(COUNT - 1);
        var middle = runs.newestFirst().get(COUNT - 2);
        var whole = Files.readAllBytes(last.events());
        Files.write(last.events(), Arrays.copyOf(whole, whole.length - 40));
        flip(middle.events());
        assertThat(place.foldline("doctor").out())
                .contains("run " + last.id())
                .doesNotContain("run " + middle.id());
        var all = place.foldline("doctor", "--all");
        assertThat(all.out()).contains("run " + last.id(), "broken  run " + middle.id());
        assertThat(all.exit()).isNotZero();
        Files.write(last.events(), whole);
        flip(middle.events());
    }

    private static void flip(Path log) throws IOException {
        var bytes = Files.readAllBytes(log);
        bytes[bytes.length / 2] ^= 1;
        Files.write(log, bytes);
    }

    @Test
    void a_missing_or_damaged_index_or_table_changes_no_answer() throws Exception {
        var reported = descriptions();
        for (var file : List.of(runs.root().resolve("runs.index"), runs.tables())) {
            var kept = Files.readAllBytes(file);
            Files.delete(file);
            assertThat(descriptions()).as("without %s", file).isEqualTo(reported);
            Files.write(file, Arrays.copyOf(kept, kept.length / 2));
            assertThat(descriptions().subList(0, 2))
                    .as("with half of %s", file)
                    .isEqualTo(reported.subList(0, 2));
            Files.write(file, kept);
        }
    }

    private static List<String> descriptions() {
        return List.of(
                place.foldline("status").all(),
                place.foldline("status", "--all").all(),
                place.foldline("gates").all());
    }

    @Test
    void a_run_that_is_copied_in_or_removed_by_hand_is_noticed() throws Exception {
        assertThat(place.foldline("status").exit()).isZero();
        var moved = folder.resolve("elsewhere");
        var run = runs.newestFirst().getFirst();
        Files.move(run.path(), moved);
        assertThat(runs.newestFirst()).doesNotContain(run).isNotEmpty();
        settle();
        assertThat(place.foldline("status", run.id().text()).err())
                .contains("no run of this repository begins with");
        Files.move(moved, run.path());
        assertThat(place.foldline("status").out()).contains(run.id().text());
    }
}
