package dev.foldline.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.Version;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.log.Snapshot;
import dev.foldline.effects.log.SnapshotFile;
import dev.foldline.effects.recording.RunRecording;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** What is stored of an ended run says what its log says, or is not used. */
class StoredStatusTest {
    private static final Path GOLDEN =
            Path.of("..", "property-tests", "src", "test", "resources", "golden", "logs");

    @TempDir Path folder;

    @BeforeEach
    void aRepository() throws Exception {
        Repository.withOneCommit(folder);
    }

    private String ofLog(RunDirectory run) throws IOException {
        return JsonOutput.pretty(RunReport.of(run, folder).document());
    }

    private String listed(RunDirectory run) throws IOException {
        return JsonOutput.pretty(RunReport.document(run, folder));
    }

    private boolean isStored(RunDirectory run) throws IOException {
        return StoredStatus.find(run, folder).isDefined();
    }

    /** An ended run whose document is stored. */
    private RunDirectory stored() throws IOException {
        var run = RunFixture.begin(folder, 1, 2).toTheEnd().directory();
        listed(run);
        assertThat(isStored(run)).isTrue();
        return run;
    }

    @Test
    void the_document_of_each_golden_log_is_the_same_from_its_file() throws IOException {
        var runs = Runs.of(Files.createDirectories(folder.resolve(".git")));
        int stored = 0;
        try (var logs = Files.list(GOLDEN)) {
            for (var log : logs.sorted().toList()) {
                var run = runs.create(RunId.draw(new Random(log.hashCode())));
                Files.copy(log.resolve("events.jsonl"), run.events());
                resetHead(run);
                assertThat(listed(run)).as("%s, made", log).isEqualTo(ofLog(run));
                assertThat(listed(run)).as("%s, read", log).isEqualTo(ofLog(run));
                if (isStored(run)) stored++;
                assertThat(RunLine.of(RunReport.document(run, folder)))
                        .isEqualTo(RunLine.of(RunReport.of(run, folder).document()));
            }
        }
        assertThat(stored).as("logs of ended runs").isGreaterThan(5);
    }

    private static void resetHead(RunDirectory run) throws IOException {
        try (var reader = LogReader.open(run.events())) {
            while (reader.next() instanceof ReadResult.Line) {}
            HeadFile.reset(run.events(), reader.position());
        }
    }

    @Test
    void nothing_is_stored_of_a_run_that_has_not_ended() throws IOException {
        var run = RunFixture.begin(folder, 1, 1).untilRunning(InvokeAgent.class).directory();
        listed(run);
        assertThat(run.status()).doesNotExist();
    }

    @Test
    void a_log_that_has_grown_or_was_cut_is_read() throws IOException {
        var run = stored();
        var log = Files.readAllBytes(run.events());
        int cut = log.length - 1;
        while (log[cut - 1] != '\n') cut--;

        Files.write(run.events(), Arrays.copyOf(log, log.length + 1));
        assertThat(isStored(run)).as("longer").isFalse();
        Files.write(run.events(), Arrays.copyOf(log, cut));
        assertThat(isStored(run)).as("shorter").isFalse();
        assertThat(listed(run)).contains("\"reason\": \"log_cut\"");
        resetHead(run);
        assertThat(listed(run)).as("repaired").isEqualTo(ofLog(run)).contains("\"interrupted\"");

        Files.write(run.events(), log);
        assertThat(isStored(run)).as("the head is of another log").isFalse();
        resetHead(run);
        assertThat(isStored(run)).as("as it was").isTrue();
        log[log.length - 20]++;
        Files.write(run.events(), log);
        assertThat(isStored(run)).as("another last line").isFalse();
    }

    @Test
    void a_damaged_or_foreign_file_counts_as_missing_and_is_replaced() throws IOException {
        var run = stored();
        var text = Files.readString(run.status());
        var position = HeadFile.read(run.events()).orElseThrow();
        for (var other : new String[] {"", text.replace("completed", "complated"), text + "x"}) {
            Files.writeString(run.status(), other);
            assertThat(isStored(run)).as(other).isFalse();
            assertThat(listed(run)).isEqualTo(ofLog(run));
            assertThat(Files.readString(run.status())).isEqualTo(text);
        }
        new SnapshotFile(run.status(), "of another version").save(new Snapshot(position, "{}"));
        assertThat(isStored(run)).isFalse();
        Files.delete(run.status());
        Files.createDirectories(run.status().resolve("in-the-way"));
        assertThat(listed(run)).as("it cannot be stored").isEqualTo(ofLog(run));
    }

    /** Another working tree, and a recording that gc removed: they do not follow from the log. */
    @Test
    void what_changes_without_the_log_is_read_each_time() throws IOException {
        var run = stored();
        var tree = folder.resolve("other-tree");
        assertThat(JsonOutput.pretty(RunReport.document(run, tree)))
                .isEqualTo(JsonOutput.pretty(RunReport.of(run, tree).document()));
        var recording = Files.createDirectories(new RunRecording(run).folder());
        Files.writeString(recording.resolve("part"), "12345");
        assertThat(isStored(run)).isTrue();
        assertThat(listed(run)).isEqualTo(ofLog(run)).contains("\"recording_bytes\": 5");
    }

    @Test
    void nothing_is_stored_or_read_while_the_run_has_a_driver() throws IOException {
        var run = RunFixture.begin(folder, 1, 2).toTheEnd().directory();
        for (int time = 0; time < 2; time++) {
            if (!(RunLock.take(run.lock()) instanceof RunLock.LockAttempt.Held(var lock)))
                throw new AssertionError("it has a driver");
            try (lock) {
                assertThat(listed(run)).isEqualTo(ofLog(run)).contains("\"pid\"");
                assertThat(isStored(run)).isFalse();
                assertThat(Files.exists(run.status())).isEqualTo(time > 0);
            }
            assertThat(listed(run)).isEqualTo(ofLog(run)).doesNotContain("\"pid\"");
            assertThat(isStored(run)).isTrue();
        }
    }

    @Test
    void a_document_of_a_part_of_the_log_or_of_a_run_of_a_series_is_not_stored()
            throws IOException {
        var run = RunFixture.begin(folder, 1, 2).toTheEnd().directory();
        var last = RunHistory.open(run).latest();
        StoredStatus.store(run, new Point(last.seq() - 1, last.state()), Map.of("of", "a part"));
        assertThat(run.status()).doesNotExist();
        var first = RunFixture.ofSeries(folder, 2).toTheEnd().directory();
        listed(first);
        assertThat(first.status()).as("its next run may start").doesNotExist();
    }

    @Test
    void the_file_names_the_version_that_made_it() throws IOException {
        assertThat(Files.readString(stored().status())).contains(Version.text());
    }

    @Test
    void many_who_make_it_at_once_have_the_same() throws IOException {
        var run = RunFixture.begin(folder, 1, 2).toTheEnd().directory();
        var texts = new HashSet<String>();
        IntStream.range(0, 32).parallel().mapToObj(_ -> unchecked(run)).forEachOrdered(texts::add);
        assertThat(texts).containsExactly(ofLog(run));
        assertThat(isStored(run)).isTrue();
    }

    private String unchecked(RunDirectory run) {
        try {
            return listed(run);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }
}
