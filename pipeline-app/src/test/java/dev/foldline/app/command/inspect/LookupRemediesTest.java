package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** What was asked for and is not there: the command that is printed instead shows what there is. */
class LookupRemediesTest {
    @TempDir static Path folder;

    private static CliFixture place;

    @BeforeAll
    static void two_finished_runs() throws Exception {
        place = CliFixture.ready(folder);
        assertThat(place.foldline("run", "--worktree", "Add more").exit()).isZero();
        assertThat(place.foldline("run", "Add work").exit()).isZero();
    }

    private static CommandResult refused(String... words) {
        var reported = place.foldline(words);
        assertThat(reported.exit()).as(reported.all()).isNotZero();
        return reported;
    }

    /**
     * One row for each remedy: what is typed, the command that is printed, and what that prints.
     * The words are separated by blanks; an underscore stands for a blank inside a word.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "show @:9999 | foldline log | run",
                "blame @ slots.tries | foldline show | \"slots\"",
                "blame | foldline blame | slots.retry",
                "blame @:3 | foldline blame | slots.retry",
                "blame slots.retry | foldline blame | slots.retry",
                "replay --break enter_teh_next_phase | foldline replay | the next decision follows"
                        + " the rule 'enter the next phase'",
                "replay --break call_the_fixer | foldline explain | rule",
                "log --phase coding | foldline workflow show | development",
                "output @:2 | foldline log | run started",
                "show @:2 --prompt | foldline log | run started",
                "diff | foldline diff | :",
                "replay ./nowhere.jsonl | foldline replay | events",
                "schema confi | foldline schema config | {",
                "schema zzzzzzzz | foldline schema | config",
                "completion | foldline completion | complete",
                "workflows show ralf | foldline workflow show | planning",
                "workflow graph tdd --run @ | foldline workflow graph --run | title: \"ralph: ",
                "approve planning raaaaaaaaaaaaaaaa | foldline status --all | Done in ",
                "approve | foldline status | Done in ",
                "approve planning @ | foldline status r | Done in ",
                "config show --set zzzzzzzz=3 | foldline schema config | iterations",
                "status r | foldline status r | Done in ",
            })
    void what_is_not_there_leads_to_what_there_is(String typed, String remedy, String says)
            throws Exception {
        var words = Arrays.stream(typed.split(" ")).map(word -> word.replace('_', ' ')).toList();
        var refused = refused(words.toArray(String[]::new));
        assertThat(Remedy.done(place, refused, remedy).out()).contains(says);
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
