package dev.foldline.app.command.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

class GatesCommandTest {
    private static final int CALM_LOOKS = 5;

    @TempDir Path folder;

    @Test
    void a_gate_shows_the_plan_the_changes_and_how_to_answer() throws Exception {
        var place =
                CliFixture.ready(folder)
                        .agent(
                                AgentScripts.except(
                                        "planner",
                                        "printf %s '{\"summary\":\"s\",\"steps\":[{\"title\":\"t\","
                                                + "\"detail\":\"first\\n  second\"}]}'"
                                                + " > .foldline/plan.json"));
        assertThat(place.foldline("run", "--gate", "planning", "Add work").exit()).isEqualTo(3);
        var page = place.foldline("gates");
        assertThat(page.exit()).as(page.all()).isZero();
        assertThat(page.out())
                .contains("gate planning", "0 files")
                .contains("foldline approve planning", "foldline reject planning")
                .contains(
                        """

                        plan
                          summary: s
                          steps:
                            - title: t
                              detail:
                                first
                                  second
                        """);
        assertThat(place.foldline("gates", "planning").out()).isEqualTo(page.out());
    }

    @Test
    void S4_06_the_open_gates_of_all_runs_are_listed() throws Exception {
        var place = CliFixture.gated(folder);
        place.git("switch", "-q", "main");
        assertThat(place.foldline("run", "--gate", "planning", "Other work").exit()).isEqualTo(3);

        var listed = place.foldline("gates", "--json");

        assertThat(listed.out())
                .contains(
                        "\"gate_id\": \"planning\"",
                        "\"reason\": \"Approve what planning made\"",
                        "\"created_at\": \"20");
        assertThat(listed.out().split("\"gate_id\"")).hasSize(3);
        assertThat(place.foldline("gates").out())
                .contains("To show one: foldline gates planning r");
    }

    @Test
    void an_answer_that_does_not_apply_is_refused_with_nothing_changed() throws Exception {
        var place = CliFixture.gated(folder);
        var before = place.foldline("log", "--json").out();
        assertThat(place.foldline("approve", "nothing").err()).contains("Unknown gate: nothing");
        assertThat(place.foldline("reject", "planning", "-m", " ").err())
                .contains("Feedback is required for rejection");
        var other = place.foldline("approve", "planning", "--revision", "2");
        assertThat(other.exit()).isEqualTo(1);
        assertThat(other.err()).contains("now shows revision 1");
        place.git("switch", "-q", "main");
        var elsewhere = place.foldline("approve", "planning");
        assertThat(elsewhere.exit()).isEqualTo(1);
        assertThat(elsewhere.err())
                .contains("the run works on branch foldline/add-work, but branch main")
                .contains("git switch foldline/add-work");
        place.git("switch", "-q", "foldline/add-work");
        assertThat(place.foldline("log", "--json").out()).isEqualTo(before);
        assertThat(place.foldline("approve").out()).startsWith("Approved: planning, revision 1");
        assertThat(place.foldline("gates").out()).isEqualTo("No open gates.\n");
        var again = place.foldline("approve");
        assertThat(again.exit()).isEqualTo(1);
        assertThat(again.err()).contains("no gate is open").doesNotContain("frozen");
        var twice = place.foldline("approve", "planning", "@");
        assertThat(twice.exit()).isEqualTo(1);
        assertThat(twice.err()).contains("Gate planning is resolved already: approved");
    }

    @Test
    void a_gate_behind_a_damaged_line_is_not_reported_as_closed_and_nothing_is_written()
            throws Exception {
        var place = CliFixture.gated(folder);
        Path log = log(place);
        var damaged = Files.readString(log).replaceFirst("\"seq\":7,", "\"seq\":8,");
        Files.writeString(log, damaged);

        for (var words :
                new String[][] {
                    {"approve", "planning", "@"},
                    {"reject", "planning", "@", "-m", "no"},
                    {"pause"},
                    {"resume"},
                    {"retry"},
                    {"cancel", "-y"}
                }) {
            var reported = place.foldline(words);
            assertThat(reported.exit()).as(String.join(" ", words) + reported.all()).isEqualTo(7);
            assertThat(reported.err()).contains("line 7");
        }
        assertThat(Files.readString(log)).isEqualTo(damaged);
        assertThat(place.foldline("doctor").out()).contains("broken", "line 7");
    }

    private static Path log(CliFixture place) throws IOException {
        try (var runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            return runs.findFirst().orElseThrow().resolve("events.jsonl");
        }
    }

    @Test
    void S4_13_a_freeze_stays_across_restarts_until_it_is_approved() throws Exception {
        var place = CliFixture.gated(folder);
        place.foldline("approve");
        assertThat(place.foldline("freeze", "tas_approval", "-m", "TAS must be approved").out())
                .startsWith("Frozen: tas_approval");
        assertThat(place.foldline("freeze", "other", "-m", "again").err())
                .contains("Cannot freeze: already frozen");

        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(place.foldline("gates").out())
                .contains("gate tas_approval", "TAS must be approved");
        assertThat(place.foldline("approve", "tas_approval").exit()).isZero();
        assertThat(place.foldline("resume").exit()).isZero();
        assertThat(place.committed()).containsExactly("work.txt");
    }

    /**
     * The threads, virtual ones too, that wait in our code with a time limit: whoever does so looks
     * again and again.
     */
    private List<String> waitingWithALimit() throws Exception {
        var dump = Files.createTempDirectory(folder, "dump").resolve("threads.json");
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                .dumpThreads(dump.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.JSON);
        var threads = JsonMapper.shared().readTree(Files.readString(dump)).findParents("stack");
        assertThat(threads).anyMatch(thread -> thread.path("name").asString().equals("inbox"));
        // The subreaper does not wait for an answer: it collects orphans, whoever left them.
        return threads.stream()
                .filter(thread -> !thread.path("name").asString().equals("foldline subreaper"))
                .filter(
                        thread ->
                                thread.path("state").asString().equals("TIMED_WAITING")
                                        && thread.path("stack").toString().contains("dev.foldline"))
                .map(thread -> thread.path("name").asString())
                .toList();
    }

    @Test
    void S4_11_a_driver_that_waits_for_an_answer_does_not_poll() throws Exception {
        var place = CliFixture.ready(folder);
        var waiting = new CompletableFuture<Integer>();
        Thread.ofPlatform()
                .name("driver")
                .start(
                        () ->
                                waiting.complete(
                                        place.foldline(
                                                        "run",
                                                        "--wait",
                                                        "--gate",
                                                        "planning",
                                                        "Add work")
                                                .exit()));
        while (!place.foldline("gates").out().contains("gate planning")) Thread.onSpinWait();

        // What it does after the opening of the gate comes to an end; whoever looks again and again
        // waits in most of these moments.
        var calm = new AtomicInteger();
        CliFixture.until(
                "nobody looks again and again",
                () ->
                        (waitingWithALimit().isEmpty() ? calm.incrementAndGet() : calm.getAndSet(0))
                                >= CALM_LOOKS,
                () -> !waiting.isDone());
        assertThat(place.foldline("approve").exit()).isZero();
        assertThat(waiting.get(4, TimeUnit.MINUTES)).isZero();
    }

    @Test
    void a_rejected_freeze_ends_the_run() throws Exception {
        var place = CliFixture.gated(folder);
        place.foldline("approve");
        place.foldline("freeze", "tas_approval", "-m", "TAS must be approved");
        assertThat(place.foldline("gates").out()).contains("-m \"why the run ends here\"");
        assertThat(place.foldline("reject", "tas_approval", "-m", "no").out())
                .contains("Rejected: tas_approval. The run ends; its work is saved");
        assertThat(place.foldline("resume").exit()).isEqualTo(1);
        assertThat(place.foldline("freeze", "tas_approval", "-m", "again").err())
                .contains("Cannot freeze: terminated");
    }

    @Test
    void a_foreign_entry_in_place_of_the_tables_is_reported_with_a_remedy_that_works()
            throws Exception {
        var place = CliFixture.gated(folder);
        var file = place.root.resolve(".git/foldline/state.sqlite");
        for (var companion : new String[] {"", "-wal", "-shm"})
            Files.deleteIfExists(Path.of(file + companion));
        Files.createDirectory(file);
        var gates = place.foldline("gates");
        assertThat(gates.err()).contains("cannot be used");
        var doctor = Remedy.follow(place, gates, "foldline doctor");
        assertThat(place.foldline("doctor", "--fix").out())
                .contains("mv '" + file + "' '" + file + ".aside'");
        var words = Remedy.arguments(doctor, "mv ");
        Files.move(Path.of(words[0]), Path.of(words[1]));
        assertThat(place.foldline("gates").out()).contains("gate planning");
        assertThat(place.foldline("doctor").exit()).isZero();
    }

    @Test
    void damaged_tables_are_rebuilt_from_the_logs_by_their_reader_with_a_notice() throws Exception {
        var place = CliFixture.gated(folder);
        var file = place.root.resolve(".git/foldline/state.sqlite");
        var whole = Files.readAllBytes(file);
        var shown = place.foldline("gates");
        var garbage =
                "this is no database, however long one looks at it. "
                        .repeat(100)
                        .getBytes(StandardCharsets.UTF_8);
        var pages = whole.clone();
        Arrays.fill(pages, 4096, pages.length, (byte) 0x5a);
        for (var damaged : List.of(garbage, pages, Arrays.copyOf(whole, 5000))) {
            for (var companion : List.of("-wal", "-shm"))
                Files.deleteIfExists(Path.of(file + companion));
            Files.write(file, damaged);
            var reported = place.foldline("gates");
            assertThat(reported.exit()).as(reported.all()).isZero();
            assertThat(reported.out()).isEqualTo(shown.out());
            assertThat(reported.err())
                    .contains(
                            "were damaged and have been rebuilt from the logs; the damaged file is "
                                    + file
                                    + ".damaged-");
            assertThat(place.foldline("gates").err()).as("once").isEmpty();
        }
        assertThat(place.foldline("approve", "planning").exit()).isZero();
        assertThat(place.foldline("resume").exit()).isZero();
    }

    @Test
    void damaged_tables_stop_no_run_and_doctor_rebuilds_them() throws Exception {
        var place = CliFixture.gated(folder);
        var file = place.root.resolve(".git/foldline/state.sqlite");
        for (var companion : List.of("-wal", "-shm"))
            Files.deleteIfExists(Path.of(file + companion));
        Files.writeString(file, "this is no database, however long one looks at it. ".repeat(100));
        assertThat(place.foldline("approve", "planning").exit()).isZero();
        assertThat(place.foldline("doctor").out()).contains("broken").contains("tables");
        var resumed = place.foldline("resume", "--until", "development");
        assertThat(resumed.exit()).as(resumed.all()).isZero();
        place.git("switch", "-q", "main");
        var reported = place.foldline("run", "--gate", "planning", "Add more");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(3);
        assertThat(Remedy.done(place, reported, "foldline doctor --fix").out())
                .contains("rebuilt from the logs");
        assertThat(place.foldline("gates").out()).contains("gate planning");
    }
}
