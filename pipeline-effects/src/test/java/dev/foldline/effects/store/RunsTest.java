package dev.foldline.effects.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

class RunsTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir Path gitCommonDirectory;

    private Runs runs;

    @BeforeEach
    void a_repository() {
        runs = Runs.of(gitCommonDirectory);
    }

    @Test
    void the_same_seed_draws_the_same_ids() {
        SplittableRandom one = new SplittableRandom(7);
        SplittableRandom other = new SplittableRandom(7);
        assertThat(RunId.draw(one)).isEqualTo(RunId.draw(other)).isNotEqualTo(RunId.draw(one));
        Stream.generate(() -> RunId.draw(one))
                .limit(100)
                .forEach(id -> assertThat(id.text()).matches("r[a-z2-7]{16}"));
        assertThrows(IllegalArgumentException.class, () -> new RunId("../../etc"));
    }

    @Test
    void a_run_has_its_places_on_disk() throws IOException {
        RunDirectory run = runs.create(id("raaaa"));
        Path root = gitCommonDirectory.resolve("foldline");
        assertThat(run.path())
                .isEqualTo(root.resolve("runs").resolve(run.id().text()))
                .isDirectory();
        assertThat(run.events()).isEqualTo(run.path().resolve("events.jsonl"));
        assertThat(run.lock()).isEqualTo(run.path().resolve("lock"));
        assertThat(run.inbox()).isEqualTo(run.path().resolve("inbox")).isDirectory();
        assertThat(run.snapshot()).isEqualTo(run.path().resolve("snapshot.json"));
        assertThat(runs.directory(run.id())).isEqualTo(run);
        assertThrows(FileAlreadyExistsException.class, () -> runs.create(run.id()));
    }

    @Test
    void runs_are_listed_by_the_time_of_their_first_event() throws IOException {
        createRun("raaaa", NOON);
        createRun("rbbbb", NOON.plusSeconds(2));
        createRun("rcccc", NOON.plusSeconds(1));
        RunDirectory empty = runs.create(id("rdddd"));
        Files.setLastModifiedTime(empty.path(), FileTime.from(NOON.minusSeconds(1)));
        Files.createDirectory(runs.root().resolve("runs/not-a-run"));
        assertThat(runs.newestFirst())
                .extracting(RunDirectory::id)
                .containsExactly(id("rbbbb"), id("rcccc"), id("raaaa"), id("rdddd"));
    }

    @Test
    void a_reference_is_the_latest_run_an_earlier_one_or_a_unique_prefix() throws IOException {
        createRun("raaaa", NOON);
        createRun("raabb", NOON.plusSeconds(1));
        createRun("rcccc", NOON.plusSeconds(2));
        assertFound("@", "rcccc");
        assertFound("@~", "raabb");
        assertFound("@~1", "raabb");
        assertFound("@~2", "raaaa");
        assertFound("rc", "rcccc");
        assertFound("raab", "raabb");
        assertFound(id("raaaa").text(), "raaaa");
    }

    @Test
    void a_reference_to_no_run_or_several_runs_is_reported() throws IOException {
        assertThat(unknown("@").message()).isEqualTo("this repository has no runs yet");
        createRun("raaaa", NOON);
        createRun("raabb", NOON.plusSeconds(1));
        assertThat(unknown("@~2").message()).contains("goes back too far").contains("2 runs");
        assertThat(unknown("rx").message()).contains("'rx'");
        assertThat(unknown("").message()).contains("''");
        RunReference.Ambiguous two =
                assertInstanceOf(RunReference.Ambiguous.class, runs.resolve("ra"));
        assertThat(two.candidates()).containsExactly(id("raabb"), id("raaaa"));
        assertThat(two.message()).contains("'ra'", id("raabb").text(), id("raaaa").text());
    }

    @Test
    void the_latest_run_is_one_that_has_started_unless_none_has() throws IOException {
        RunDirectory empty = runs.create(id("rdddd"));
        assertFound("@", "rdddd");
        createRun("raaaa", NOON);
        createRun("rbbbb", NOON.plusSeconds(1));
        RunDirectory torn = runs.create(id("reeee"));
        RunDirectory whole = runs.create(id("rffff"));
        Files.writeString(
                torn.events(), "{\"v\":1,\"seq\":1,\"at\":\"" + NOON.plusSeconds(3) + "\",\"ev");
        assertFound("@", "rbbbb");
        assertFound("@~1", "raaaa");
        assertThat(unknown("@~2").message()).contains("2 runs");
        assertFound("rdddd", "rdddd");
        assertThat(runs.newestFirst()).extracting(RunDirectory::id).contains(empty.id(), torn.id());
        Files.writeString(
                whole.events(),
                "{\"v\":1,\"seq\":1,\"at\":\"" + NOON.plusSeconds(2) + "\",\"event\":{}}");
        assertFound("@", "rffff");
    }

    @Test
    void files_from_before_the_first_event_can_be_removed_and_those_of_a_run_that_worked_cannot()
            throws IOException {
        RunDirectory never = runs.create(id("raaaa"));
        for (Path file :
                List.of(
                        never.events(),
                        never.lock(),
                        never.running(),
                        never.place(),
                        never.parent(),
                        never.path().resolve("configured-in"))) {
            Files.writeString(file, "");
        }
        Files.writeString(never.output().resolve(".1.tmp"), "half");
        assertThat(never.worked()).isEmpty();
        Files.writeString(never.events(), "{\"v\":1,\"seq\":1");
        never.remove();
        assertThat(never.path()).doesNotExist();

        for (String left :
                List.of(
                        "snapshot.json",
                        "output/3-developer.out",
                        "inbox/1.json",
                        "feature.yaml",
                        "unknown")) {
            RunDirectory worked = runs.create(id("rbb" + letters(left)));
            Path file = Files.writeString(worked.path().resolve(left), "its work");
            worked.remove();
            assertThat(file).exists();
            assertThat(worked.worked())
                    .singleElement()
                    .satisfies(named -> assertThat(file).startsWith(named));
        }
    }

    private static String letters(String file) {
        return file.replaceAll("[^a-z]", "").substring(0, 4);
    }

    private RunReference.Unknown unknown(String reference) throws IOException {
        return assertInstanceOf(RunReference.Unknown.class, runs.resolve(reference));
    }

    private void assertFound(String reference, String beginning) throws IOException {
        assertThat(runs.resolve(reference))
                .isEqualTo(new RunReference.Found(runs.directory(id(beginning))));
    }

    private void createRun(String beginning, Instant at) throws IOException {
        RunDirectory run = runs.create(id(beginning));
        Files.writeString(run.events(), "{\"v\":1,\"seq\":1,\"at\":\"" + at + "\",\"event\":{}}\n");
        Files.setLastModifiedTime(run.path(), FileTime.from(Instant.EPOCH));
    }

    @Test
    void the_child_of_a_start_has_one_id_which_no_other_start_has() {
        var parent = id("rabc");
        assertThat(RunId.childOf(parent, 7)).isEqualTo(RunId.childOf(parent, 7));
        assertThat(List.of(RunId.childOf(parent, 8), RunId.childOf(id("rabd"), 7), parent))
                .doesNotContain(RunId.childOf(parent, 7));
    }

    private static RunId id(String beginning) {
        return new RunId(beginning + "x".repeat(17 - beginning.length()));
    }
}
