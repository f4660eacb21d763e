package dev.foldline.effects.workflow.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.core.projection.RunState;
import dev.foldline.core.projection.runtime.Memo;
import dev.foldline.core.projection.runtime.Memo.Exchange;
import dev.foldline.core.projection.runtime.Memo.TaskState;
import dev.foldline.core.state.Instruction;
import dev.foldline.effects.json.WireFault;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** How far a workflow has come, as a file. */
class MemoFileTest {
    private static final Memo MEMO =
            new Memo(
                    "rworkflow",
                    RunState.PROCESSING,
                    1234,
                    2,
                    true,
                    Vector.of(
                            new TaskState(
                                    "login",
                                    1,
                                    3,
                                    Vector.of("developer"),
                                    Vector.of("reviewer"),
                                    false),
                            new TaskState("search", 0, 0, Vector.empty(), Vector.empty(), true)),
                    Vector.of(
                            new Exchange("login", Instruction.ofRules(1, "start_task")),
                            new Exchange(
                                    "login",
                                    new Instruction(
                                            2,
                                            "send_to_terminal",
                                            "Use tabs",
                                            Option.of("a"),
                                            Option.of("b")))),
                    Instant.parse("2026-01-02T03:04:05Z"));

    @TempDir Path folder;

    @Test
    void S1_55_a_saved_memo_is_loaded_unchanged() throws IOException {
        MemoFile.save(folder, MEMO);
        assertThat(MemoFile.load(folder)).contains(MEMO);
        assertThat(text())
                .contains(
                        "\"workflow_id\":\"rworkflow\"",
                        "\"run_state\":\"processing\"",
                        "\"total_tokens_used\":1234",
                        "\"error_count\":2",
                        "\"task_states\":[{\"task_id\":\"login\"",
                        "\"current_terminal_index\":1",
                        "\"total_terminals\":3",
                        "\"completed_terminals\":[\"developer\"]",
                        "\"failed_terminals\":[\"reviewer\"]",
                        "\"is_completed\":false",
                        "\"planning_complete\":true",
                        "\"timestamp\":\"2026-01-02T03:04:05Z\"");
    }

    @Test
    void S1_55_a_field_that_is_missing_is_named() throws IOException {
        MemoFile.save(folder, MEMO);
        var whole = text();
        for (var field :
                List.of(
                        "workflow_id",
                        "run_state",
                        "total_tokens_used",
                        "error_count",
                        "planning_complete",
                        "timestamp",
                        "task_id",
                        "current_terminal_index",
                        "total_terminals",
                        "is_completed")) {
            write(whole.replaceFirst("\"" + field + "\"", "\"x_" + field + "\""));
            assertThatThrownBy(() -> MemoFile.load(folder))
                    .isInstanceOf(WireFault.class)
                    .hasMessageContaining(field)
                    .hasMessageContaining("missing");
        }
    }

    @Test
    void S1_55_an_unknown_field_is_ignored() throws IOException {
        MemoFile.save(folder, MEMO);
        write(text().replaceFirst("\\{", "{\"conversation\":[{\"role\":\"user\"}],"));
        assertThat(MemoFile.load(folder)).contains(MEMO);
    }

    @Test
    void S1_55_a_workflow_that_was_never_saved_or_was_deleted_has_no_memo() throws IOException {
        assertThat(MemoFile.load(folder)).isEmpty();
        MemoFile.save(folder, MEMO);
        MemoFile.delete(folder);
        assertThat(MemoFile.load(folder)).isEmpty();
        MemoFile.delete(folder);
    }

    private String text() throws IOException {
        return Files.readString(folder.resolve("memo.json"));
    }

    private void write(String text) throws IOException {
        Files.writeString(folder.resolve("memo.json"), text);
    }
}
