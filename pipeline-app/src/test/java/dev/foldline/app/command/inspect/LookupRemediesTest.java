package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What was asked for and is not there: the command that is printed instead shows what there is. */
class LookupRemediesTest {
    @TempDir static Path folder;

    private static CliFixture place;

    @BeforeAll
    static void a_finished_run() throws Exception {
        place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "Add work").exit()).isZero();
    }

    private static CommandResult refused(String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isNotZero();
        return reported;
    }

    @Test
    void an_event_behind_the_last_leads_to_the_log() {
        assertThat(Remedy.done(place, refused("show", "@:9999"), "foldline log ").out())
                .contains("run");
    }

    @Test
    void an_unknown_value_leads_to_the_state() {
        assertThat(Remedy.done(place, refused("blame", "@", "slots.tries"), "foldline show ").out())
                .contains("\"slots\"");
    }

    @Test
    void blame_without_a_value_or_a_run_leads_to_one_with_both() {
        for (var words :
                List.of(List.of("blame"), List.of("blame", "@:3"), List.of("blame", "slots.retry")))
            assertThat(
                            Remedy.done(
                                            place,
                                            refused(words.toArray(String[]::new)),
                                            "foldline blame ")
                                    .out())
                    .contains("slots.retry");
    }

    @Test
    void a_breakpoint_on_no_rule_leads_to_a_rule_or_to_the_next_decision() {
        assertThat(
                        Remedy.done(
                                        place,
                                        refused("replay", "--break", "enter teh next phase"),
                                        "foldline replay ")
                                .out())
                .contains("the next decision follows the rule 'enter the next phase'");
        assertThat(
                        Remedy.done(
                                        place,
                                        refused("replay", "--break", "call the fixer"),
                                        "foldline explain ")
                                .out())
                .contains("rule");
    }

    @Test
    void an_unknown_phase_in_a_filter_leads_to_the_workflow() {
        assertThat(
                        Remedy.done(
                                        place,
                                        refused("log", "--phase", "coding"),
                                        "foldline workflow show ")
                                .out())
                .contains("development");
    }

    @Test
    void an_output_and_a_prompt_that_are_not_there_lead_to_the_log() throws Exception {
        assertThat(Remedy.done(place, refused("output", "@:2"), "foldline log ").out())
                .contains("run started");
        assertThat(Remedy.done(place, refused("show", "@:2", "--prompt"), "foldline log ").out())
                .contains("run started");
    }

    @Test
    void an_output_that_was_removed_leads_to_the_failures() throws Exception {
        var other = CliFixture.ready(Files.createTempDirectory(folder, "other"));
        assertThat(other.foldline("run", "--until", "development", "Add work").exit()).isZero();
        try (var outputs = Files.walk(other.root.resolve(".git/foldline/runs"))) {
            for (var each : outputs.filter(file -> file.toString().endsWith(".out")).toList())
                Files.delete(each);
        }
        assertThat(Remedy.done(other, other.foldline("output"), "foldline log ").exit()).isZero();
    }

    @Test
    void an_empty_comparison_leads_to_a_comparison() {
        Remedy.done(place, refused("diff"), "foldline diff ");
    }

    @Test
    void a_file_that_is_not_there_leads_to_the_latest_run() {
        Remedy.done(place, refused("replay", "./nowhere.jsonl"), "foldline replay ");
    }

    @Test
    void an_unknown_schema_leads_to_the_nearest_and_to_all() {
        assertThat(Remedy.done(place, refused("schema", "confi"), "foldline schema config").out())
                .startsWith("{");
        assertThat(Remedy.done(place, refused("schema", "zzzzzzzz"), "foldline schema").out())
                .contains("config");
    }

    @Test
    void a_shell_that_is_not_named_leads_to_one() {
        assertThat(Remedy.done(place, refused("completion"), "foldline completion ").out())
                .isNotBlank();
    }

    @Test
    void an_unknown_workflow_leads_to_the_nearest() {
        assertThat(
                        Remedy.done(
                                        place,
                                        refused("workflows", "show", "ralf"),
                                        "foldline workflow show ")
                                .out())
                .contains("planning");
    }

    @Test
    void a_graph_of_another_workflow_than_the_run_s_leads_to_the_run_s() {
        assertThat(
                        Remedy.done(
                                        place,
                                        refused("workflow", "graph", "tdd", "--run", "@"),
                                        "foldline workflow graph --run ")
                                .out())
                .contains("title: \"ralph: ");
    }

    @Test
    void an_unknown_phase_leads_to_the_nearest() throws Exception {
        Files.writeString(place.root.resolve("PROMPT.md"), "Add work\n");
        assertThat(
                        Remedy.done(
                                        place,
                                        refused("prompts", "show", "plannin"),
                                        "foldline prompts show ")
                                .out())
                .contains("Add work");
        Files.delete(place.root.resolve("PROMPT.md"));
    }

    @Test
    void an_unknown_run_leads_to_all_runs() {
        assertThat(
                        Remedy.done(
                                        place,
                                        refused("approve", "planning", "raaaaaaaaaaaaaaaa"),
                                        "foldline status --all")
                                .out())
                .contains("done");
    }

    @Test
    void an_approval_without_an_open_gate_leads_to_the_status_of_the_run() {
        assertThat(Remedy.done(place, refused("approve"), "foldline status").out())
                .contains("is done");
        assertThat(
                        Remedy.done(place, refused("approve", "planning", "@"), "foldline status r")
                                .out())
                .contains("is done");
    }

    @Test
    void an_unknown_key_leads_to_all_keys() {
        assertThat(
                        Remedy.done(
                                        place,
                                        refused("config", "show", "--set", "zzzzzzzz=3"),
                                        "foldline schema config")
                                .out())
                .contains("iterations");
    }

    @Test
    void leftovers_of_a_crash_are_fixed_by_doctor() throws Exception {
        var tables = place.root.resolve(".git/foldline/state.sqlite");
        for (var companion : new String[] {"-wal", "-shm"})
            Files.deleteIfExists(Path.of(tables + companion));
        Files.writeString(
                tables, "this is no database, however long one looks at it. ".repeat(100));
        assertThat(Remedy.done(place, refused("doctor"), "foldline doctor --fix").out())
                .contains("rebuilt from the logs");
        Files.createDirectories(place.root.resolve(".git/foldline/runs/raaaaaaaaaaaaaaaa"));
        assertThat(Remedy.done(place, place.foldline("doctor"), "foldline doctor --fix").out())
                .contains("removed: it never started");
        assertThat(place.foldline("doctor").exit()).isZero();
    }

    @Test
    void a_task_that_is_missing_is_written_where_init_puts_it() throws Exception {
        var reported = Remedy.follow(place, refused("run"), "foldline init");
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(place.root.resolve("PROMPT.md")).exists();
        Files.delete(place.root.resolve("PROMPT.md"));
    }
}
