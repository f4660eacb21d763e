package dev.foldline.effects.fleet.temporal;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.effects.fleet.engine.StayEnd.Kind;

import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.testing.WorkflowReplayer;
import io.vavr.collection.Vector;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Today's workflows repeat the histories of workflows that were recorded before. If they do not, a
 * worker with this code would block each fleet that exists: {@code PlacementForms.VERSION} has to
 * change, and then {@code -Dfoldline.regenerate=true} records the histories again.
 */
class WorkflowHistoriesTest {
    private static final Path FOLDER = Path.of("src/test/resources/histories");

    @ParameterizedTest
    @ValueSource(strings = {"hosts", "run"})
    void recorded_histories_are_repeated(String name) {
        assertThatCode(() -> replay(recorded(name))).doesNotThrowAnyException();
    }

    @Test
    void a_history_with_another_decision_is_not_repeated() throws Exception {
        var other = withMessages(recorded("run"), "limited", "ended");
        assertThatThrownBy(() -> replay(other)).hasStackTraceContaining("TMPRL1100");
    }

    /** Changes a text in the messages of a history, which are JSON in JSON, encoded. */
    private static String withMessages(String history, String text, String replacement) {
        return Pattern.compile("(?<=\"data\": \")[^\"]+")
                .matcher(history.replace("\\u003d", "="))
                .replaceAll(
                        data ->
                                Base64.getEncoder()
                                        .encodeToString(
                                                new String(
                                                                Base64.getDecoder()
                                                                        .decode(data.group()),
                                                                StandardCharsets.UTF_8)
                                                        .replace(text, replacement)
                                                        .getBytes(StandardCharsets.UTF_8)));
    }

    private static String recorded(String name) throws Exception {
        return Files.readString(FOLDER.resolve(name + ".json"));
    }

    private static void replay(String history) throws Exception {
        try (var server = TestWorkflowEnvironment.newInstance()) {
            var worker = server.newWorker(TestFleet.NAMES.queue(), TemporalExecutor.options());
            TemporalExecutor.register(worker);
            WorkflowReplayer.replayWorkflowExecution(
                    WorkflowExecutionHistory.fromJson(history), worker);
        }
    }

    @BeforeAll
    static void record() throws Exception {
        if (!Boolean.getBoolean("foldline.regenerate")) return;
        try (var fleet = new TestFleet()) {
            live(fleet);
            record(fleet, "hosts", TestFleet.NAMES.hosts());
            record(fleet, "run", TestFleet.NAMES.run("r1"));
        }
    }

    /** Each message is received once at least. */
    private static void live(TestFleet fleet) throws Exception {
        fleet.placement.submit("r1", Vector.empty());
        fleet.beginOn("r1", "a", 10);
        fleet.server.sleep(Duration.ofSeconds(11));
        var gated = fleet.beginOn("r1", "b", 600);
        fleet.placement.reportResumed(gated);
        fleet.leave(gated, "b", Kind.PARKED, 0);
        fleet.placement.wake("r1");
        fleet.leave(fleet.beginOn("r1", "b", 600), "b", Kind.LIMITED, 60_000);
        fleet.server.sleep(Duration.ofSeconds(61));
        fleet.leave(fleet.beginOn("r1", "b", 600), "b", Kind.MOVED, 0);
        fleet.leave(fleet.beginOn("r1", "b", 600), "b", Kind.FAILED, 0);
        fleet.server.sleep(Duration.ofSeconds(2));
        fleet.leave(fleet.beginOn("r1", "b", 600), "b", Kind.ENDED, 0);
        fleet.until(
                () ->
                        fleet.workflow(TestFleet.NAMES.run("r1")).getStatus()
                                == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED);
        fleet.placement.close("b", "s");
    }

    private static void record(TestFleet fleet, String name, String workflow) throws Exception {
        var history = fleet.server.getWorkflowClient().fetchHistory(workflow).toJson(true);
        Files.createDirectories(FOLDER);
        Files.writeString(
                FOLDER.resolve(name + ".json"),
                history.replaceAll("\"identity\": \"[^\"]*\"", "\"identity\": \"worker\"")
                                .stripTrailing()
                        + "\n");
    }
}
