package dev.foldline.effects.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

class RunIndexTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir Path gitCommonDirectory;

    private final Random random = new Random(Long.getLong("foldline.seed", 1));
    private final Set<RunId> ended = new HashSet<>();
    private Runs runs;

    @BeforeEach
    void a_repository() {
        runs = Runs.of(gitCommonDirectory);
    }

    @Test
    void a_repository_without_runs_gets_no_index() throws IOException {
        assertThat(runs.index().latestFirst()).isEmpty();
        assertThat(gitCommonDirectory).isEmptyDirectory();
    }

    /**
     * The index says what the folders say, whatever was done to them, or to its own file, since
     * somebody looked last.
     */
    @Test
    void the_index_matches_the_folders_after_any_change() throws IOException {
        for (int step = 0; step < 400; step++) {
            change();
            var reported = runs.index().latestFirst().map(RunEntry::line).toList();
            var unfinished = runs.index().unfinished(run -> ended.contains(run.id()));
            var all = scanned();
            assertThat(reported.stream().map(RunIndexTest::withoutProgress))
                    .as("step %s", step)
                    .containsExactlyElementsOf(
                            all.stream()
                                    .map(RunEntry::line)
                                    .map(RunIndexTest::withoutProgress)
                                    .toList());
            assertThat(unfinished)
                    .as("step %s", step)
                    .containsExactlyElementsOf(
                            all.stream()
                                    .map(RunEntry::run)
                                    .filter(run -> !ended.contains(run.id()))
                                    .toList());
        }
    }

    private static String withoutProgress(String line) {
        return line.replaceAll("\t(BEGUN|ENDED)\t", "\t");
    }

    private List<RunEntry> scanned() throws IOException {
        var all = new ArrayList<RunEntry>();
        for (var run : runs.unordered()) all.add(RunEntry.of(run));
        all.sort(RunEntry.LATEST_FIRST);
        return all;
    }

    private void change() throws IOException {
        var all = runs.unordered();
        var one =
                all.isEmpty()
                        ? runs.create(RunId.draw(random))
                        : all.get(random.nextInt(all.size()));
        switch (random.nextInt(9)) {
            case 0, 1 -> createRun(runs.create(RunId.draw(random)));
            case 2 -> runs.create(RunId.draw(random));
            case 3 -> {
                if (!one.hasStarted()) createRun(one);
            }
            case 4 -> {
                if (one.hasStarted()) ended.add(one.id());
            }
            case 5 -> remove(one.path());
            case 6 -> copied(one);
            case 7 -> damaged();
            default -> {}
        }
        // Long ago, so that the stamp alone tells that nothing has come since.
        if (random.nextBoolean() && Files.exists(runs.folder()))
            Files.setLastModifiedTime(runs.folder(), FileTime.from(NOON.plusMillis(membership())));
    }

    /** Another number for other folders. */
    private long membership() throws IOException {
        return runs.unordered().stream().mapToLong(run -> run.id().hashCode()).sum() & 0xFFFFFF;
    }

    private void createRun(RunDirectory run) throws IOException {
        if (random.nextInt(3) == 0) Files.writeString(run.parent(), "rparent");
        Files.writeString(
                run.events(),
                "{\"v\":1,\"seq\":1,\"at\":\""
                        + NOON.plusMillis(random.nextInt(1000))
                        + "\",\"event\":{\"type\":\"run_started\",\"run\":\""
                        + run.id()
                        + "\",\"workflow\":{\"name\":\""
                        + (random.nextBoolean() ? "ralph" : "tdd")
                        + "\",\"version\":1}"
                        + (random.nextInt(3) == 0
                                ? ",\"given\":{\"origin\":{\"run\":\""
                                        + run.id()
                                        + "\",\"seq\":44,\"b\":1}}"
                                : "")
                        + "}}\n");
    }

    private void copied(RunDirectory run) throws IOException {
        var copy = runs.directory(RunId.draw(random));
        Files.createDirectories(copy.path());
        for (var file : List.of("events.jsonl", "parent"))
            if (Files.exists(run.path().resolve(file)))
                Files.copy(run.path().resolve(file), copy.path().resolve(file));
        if (ended.contains(run.id())) ended.add(copy.id());
    }

    private void damaged() throws IOException {
        var file = runs.root().resolve("runs.index");
        if (!Files.exists(file)) return;
        var bytes = Files.readAllBytes(file);
        switch (random.nextInt(3)) {
            case 0 -> Files.delete(file);
            case 1 ->
                    Files.write(file, java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)));
            default -> {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
                Files.write(file, bytes);
            }
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }

    @Test
    void the_pages_of_the_list_add_up_to_the_list_even_if_runs_are_deleted_meanwhile()
            throws IOException {
        for (int run = 0; run < 30; run++) createRun(runs.create(RunId.draw(random)));
        var all = runs.index().latestFirst().toList();
        var found = new ArrayList<RunEntry>();
        for (var cursor = ""; ; cursor = found.getLast().cursor()) {
            var piece = runs.index().behind(cursor).limit(7).toList();
            if (piece.isEmpty()) break;
            found.addAll(piece);
            remove(piece.getLast().run().path());
        }
        assertThat(found).isEqualTo(all);
        assertThrows(IllegalArgumentException.class, () -> runs.index().behind("@"));
    }

    @Test
    void pieces_of_a_list_of_runs_of_the_same_moment_make_the_list() throws IOException {
        for (int run = 0; run < 12; run++) {
            var made = runs.create(RunId.draw(random));
            createRun(made);
            Files.writeString(
                    made.events(),
                    Files.readString(made.events())
                            .replaceFirst("\"at\":\"[^\"]*\"", "\"at\":\"" + NOON + "\""));
        }
        var index = runs.index();
        var all = index.latestFirst().toList();
        assertThat(all)
                .allMatch(
                        entry ->
                                index.behind(entry.cursor())
                                        .toList()
                                        .equals(all.subList(all.indexOf(entry) + 1, all.size())));
    }

    @Test
    void a_replaced_run_and_an_added_one_are_noticed_even_if_one_folder_time_is_unchanged()
            throws IOException {
        var first = runs.create(RunId.draw(random));
        createRun(first);
        stamped(NOON);
        assertThat(runs.index().latestFirst()).hasSize(1);
        createRun(runs.create(RunId.draw(random)));
        stamped(NOON);
        assertThat(runs.index().latestFirst())
                .as("the same time, and another number of folders")
                .hasSize(2);
        remove(first.path());
        var third = runs.create(RunId.draw(random));
        createRun(third);
        stamped(NOON.plusSeconds(1));
        assertThat(runs.index().latestFirst().map(entry -> entry.run().id()))
                .as("as many folders, and another time")
                .hasSize(2)
                .contains(third.id())
                .doesNotContain(first.id());
    }

    /** Within a tick of its clock the folder may change, and keep its time. */
    @Test
    void the_stamp_of_a_folder_that_was_written_just_now_is_not_believed() throws IOException {
        var first = runs.create(RunId.draw(random));
        createRun(first);
        var now = Instant.now().plusSeconds(60);
        stamped(now);
        assertThat(runs.index().latestFirst()).hasSize(1);
        remove(first.path());
        var second = runs.create(RunId.draw(random));
        createRun(second);
        stamped(now);
        assertThat(runs.index().latestFirst().map(entry -> entry.run().id()))
                .containsExactly(second.id());
    }

    private void stamped(Instant at) throws IOException {
        Files.setLastModifiedTime(runs.folder(), FileTime.from(at));
    }

    @Test
    void an_index_that_cannot_be_written_is_read_from_the_folders() throws IOException {
        createRun(runs.create(RunId.draw(random)));
        Files.createDirectory(runs.root().resolve("runs.index"));
        assertThat(runs.index().latestFirst()).hasSize(1);
        assertThat(runs.root().resolve("runs.index")).isEmptyDirectory();
        try (var files = Files.list(runs.root())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("runs", "runs.index");
        }
    }
}
