package dev.foldline.scenario.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.projection.CommitMetadata;
import dev.foldline.core.projection.CommitMetadata.Hand;
import dev.foldline.core.projection.ReviewIssue;
import dev.foldline.effects.artifact.JsonValues;

import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** What a commit's message says to the machine. */
class CommitMetadataTest {
    private static final TerminalAgent WORKER = new TerminalAgent("wf-123", "task-456", "term-789");

    private static Either<String, CommitMetadata> parse(String message) {
        return CommitMetadata.parse(message, JsonValues::read);
    }

    private static CommitMetadata read(String message) {
        return parse(message).getOrElseThrow(why -> new AssertionError(why));
    }

    private static CommitMetadata metadata(String... lines) {
        return read(
                CommitMetadata.of(WORKER, "completed").print() + "\n" + String.join("\n", lines));
    }

    @Test
    void S1_31_the_block_is_read_also_where_all_of_it_is_indented() {
        assertThat(
                        read(
                                """
                                feat: add login

                                Some words.

                                    ---METADATA---
                                    workflow_id: wf-123
                                    task_id: task-456
                                    terminal_id: term-789
                                    status: completed
                                """))
                .isEqualTo(CommitMetadata.of(WORKER, "completed"));
    }

    @Test
    void S1_31_the_order_and_the_endings_of_its_lines_do_not_matter() {
        assertThat(
                        read(
                                "x\r\n\r\n"
                                        + "---METADATA--- \r\n"
                                        + "status:completed\r\n\r\n"
                                        + "terminal_id : term-789\r\n"
                                        + "task_id:   task-456  \r\n"
                                        + "workflow_id: wf-123"))
                .isEqualTo(CommitMetadata.of(WORKER, "completed"));
    }

    @Test
    void S1_31_the_last_of_two_blocks_and_the_first_of_two_lines_count() {
        var earlier = CommitMetadata.of(new TerminalAgent("a", "b", "c"), "failed").print();
        assertThat(
                        read(
                                earlier
                                        + "\n\n"
                                        + CommitMetadata.of(WORKER, "completed").print()
                                        + "\nstatus: failed"))
                .isEqualTo(CommitMetadata.of(WORKER, "completed"));
    }

    @Test
    void issues_that_name_a_key_twice_are_one_issue_with_that_text() {
        var twice = "[{\"message\": \"a\", \"message\": \"b\"}, {\"message\": \"c\"}]";
        assertThat(metadata("issues: " + twice).review().issues())
                .containsExactly(ReviewIssue.of(twice));
    }

    @Test
    void S1_32_a_message_without_a_block_or_with_a_missing_or_blank_field_has_no_metadata() {
        var none = Either.<String, CommitMetadata>left("No valid metadata found in commit message");
        var whole = CommitMetadata.of(WORKER, "completed").print();
        assertThat(parse("")).isEqualTo(none);
        assertThat(parse("feat: add login\n\nworkflow_id: wf-123")).isEqualTo(none);
        for (var field : new String[] {"workflow_id", "task_id", "terminal_id", "status"}) {
            assertThat(parse(whole.replaceAll(field + ": .*", ""))).as(field).isEqualTo(none);
            assertThat(parse(whole.replaceAll(field + ": .*", field + ":  ")))
                    .as(field)
                    .isEqualTo(none);
        }
        assertThat(parse(whole.replace("---METADATA---", "METADATA"))).isEqualTo(none);
    }

    @Test
    void S1_35_the_missing_fields_of_a_block_are_known_unless_it_names_another_terminal() {
        var by = new TerminalAgent("wf", "login", "developer");
        assertThat(CommitMetadata.lacks(by, "Work\n\n---METADATA---\nstatus: failed"))
                .containsExactly("workflow_id", "task_id", "terminal_id");
        assertThat(
                        CommitMetadata.lacks(
                                by,
                                "Work\n\n"
                                        + "---METADATA---\n"
                                        + "workflow_id: wf\n"
                                        + "task_id: login\n"
                                        + "terminal_id: developer"))
                .containsExactly("status");
        assertThat(
                        CommitMetadata.lacks(
                                by, "Work\n\n---METADATA---\nworkflow_id: other\nstatus: failed"))
                .isEmpty();
        assertThat(CommitMetadata.lacks(by, "Work\n\n" + CommitMetadata.of(by, "failed").print()))
                .isEmpty();
        assertThat(CommitMetadata.lacks(by, "Work\n\nstatus: failed")).isEmpty();
    }

    @Test
    void S1_33_optional_fields_are_read() {
        var said =
                metadata(
                        "terminal_order: 2",
                        "cli: claude",
                        "model: opus",
                        "severity: high",
                        "reviewed_terminal: term-1",
                        "next_action: handoff",
                        "issues: [{\"severity\": \"error\", \"file\": \"a/b.c\", \"line\": 7,"
                            + " \"message\": \"say \\\"no\\\" \\u00e9\", \"suggestion\": \"try\"},"
                            + " {\"message\": \"more\"}]");
        assertThat(said.hand())
                .isEqualTo(new Hand(Option.of(2), Option.of("claude"), Option.of("opus")));
        assertThat(said.nextAction()).contains("handoff");
        assertThat(said.review().severity()).contains("high");
        assertThat(said.review().terminal()).contains("term-1");
        assertThat(said.review().issues())
                .isEqualTo(
                        Vector.of(
                                new ReviewIssue(
                                        Option.of("error"),
                                        Option.of("a/b.c"),
                                        Option.of(7),
                                        "say \"no\" é",
                                        Option.of("try")),
                                ReviewIssue.of("more")));
        assertThat(said.review().issues().map(ReviewIssue::describe))
                .containsExactly("[error] a/b.c:7: say \"no\" é (try)", "more");
    }

    @Test
    void S1_33_issues_that_are_no_such_list_are_kept_as_they_were_written() {
        for (var broken :
                new String[] {
                    "none at all",
                    "[{]",
                    "[1, 2",
                    "{\"message\": \"x\"}",
                    "[\"a\"] b",
                    "[".repeat(1_000)
                })
            assertThat(metadata("issues: " + broken).review().issues())
                    .as(broken)
                    .isEqualTo(Vector.of(ReviewIssue.of(broken)));
        assertThat(metadata("issues: [\"a word\", 5, {\"line\": \"x\"}]").review().issues())
                .isEqualTo(
                        Vector.of(
                                ReviewIssue.of("a word"), ReviewIssue.of("5"), ReviewIssue.of("")));
        assertThat(
                        metadata(
                                        "issues: [{\"message\": \"a\", \"severity\": \" \","
                                                + " \"file\": \"\"}]")
                                .review()
                                .issues())
                .isEqualTo(Vector.of(ReviewIssue.of("a")));
        assertThat(metadata("issues: []", "terminal_order: second").review().issues()).isEmpty();
    }

    @Test
    void S1_34_each_status_maps_to_a_label_of_its_terminal() {
        assertThat(metadata().label()).isEqualTo("completed");
        assertThat(metadata("next_action: handoff").label()).isEqualTo("completed");
        assertThat(metadata("next_action: continue").label()).isEqualTo("checkpoint");
        assertThat(metadata("next_action: Retry").label()).isEqualTo("checkpoint");
        for (var status :
                new String[] {"completed", "checkpoint", "review_pass", "review_reject", "failed"})
            assertThat(CommitMetadata.of(WORKER, status).label()).isEqualTo(status);
        assertThat(CommitMetadata.of(WORKER, "Completed").label()).isEqualTo("completed");
        assertThat(CommitMetadata.of(WORKER, "almost there").label())
                .as("what nobody knows does not go on")
                .isEqualTo("checkpoint");
    }

    @Test
    void S1_34_a_review_contains_the_text_above_the_block_and_the_issues() {
        var message =
                "Not yet\n\nIt has holes.\n\n"
                        + CommitMetadata.of(WORKER, "review_reject").print()
                        + "\n"
                        + "reviewed_terminal: dev\n"
                        + "issues: [{\"file\": \"a\", \"line\": 1, \"message\": \"a hole\"}]";
        var remark = read(message).remark(message).get();
        assertThat(remark.terminal()).contains("dev");
        assertThat(remark.text()).isEqualTo("Not yet\n\nIt has holes.\n- a:1: a hole");
        assertThat(CommitMetadata.of(WORKER, "completed").remark(message)).isEmpty();
        assertThat(CommitMetadata.of(WORKER, "checkpoint").remark(message)).isEmpty();
        var again = CommitMetadata.of(WORKER, "completed").print() + "\n\n" + message;
        assertThat(read(again).remark(again).get().text())
                .as("above the last block")
                .endsWith("It has holes.\n- a:1: a hole");
    }
}
