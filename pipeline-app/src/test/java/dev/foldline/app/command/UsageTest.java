package dev.foldline.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.effects.redact.RedactedPrintStream;
import dev.foldline.effects.redact.Redaction;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

class UsageTest {
    @TempDir Path folder;

    @Test
    void a_request_for_help_does_not_hide_an_unknown_command() {
        var answer = Cli.in(folder).run("statsu", "--help");
        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err())
                .isEqualTo("error: unknown command statsu\n  try: foldline status\n");
        assertThat(Cli.in(folder).run("workflow", "nosuch", "--help").err())
                .startsWith("error: unknown command nosuch\n");
        assertThat(Cli.in(folder).run("status", "--help").exit()).isZero();
    }

    @Test
    void completion_without_a_shell_names_those_there_are() {
        var answer = Cli.in(folder).run("completion");
        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err())
                .isEqualTo(
                        "error: name a shell: bash, zsh or fish\n"
                                + "  try: foldline completion bash\n");
    }

    @Test
    void an_unknown_command_names_the_nearest_one() {
        var answer = Cli.in(folder).run("statsu");
        assertThat(answer.err())
                .isEqualTo("error: unknown command statsu\n  try: foldline status\n");
        assertThat(answer.out()).isEmpty();
        assertThat(answer.exit()).isEqualTo(2);
    }

    @Test
    void an_unknown_option_names_the_nearest_one() {
        var answer = Cli.in(folder).run("log", "--onelin");
        assertThat(answer.err())
                .isEqualTo("error: unknown option --onelin\n  try: foldline log --oneline\n");
        assertThat(answer.exit()).isEqualTo(2);
    }

    @Test
    void an_unrecognizable_word_leads_to_the_help() {
        assertThat(Cli.in(folder).run("xyzzy").err()).endsWith("try: foldline --help\n");
        assertThat(Cli.in(folder).run("version", "now").err())
                .isEqualTo("error: unexpected argument now\n  try: foldline version --help\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"run", "status", "config", "mcp", "version"})
    void a_command_is_the_same_whether_it_is_named_alone_or_all_are_asked_for(String command) {
        var alone = Cli.in(folder).run(command, "--help");
        assertThat(alone.exit()).isZero();
        assertThat(alone.out()).isNotEmpty().isEqualTo(Cli.in(folder).run("help", command).out());
    }

    @Test
    void a_commands_name_behind_an_option_that_takes_a_value_is_that_value() throws Exception {
        Files.createDirectory(folder.resolve("status"));
        assertThat(Cli.in(folder).run("-C", "status", "version").out()).startsWith("foldline ");
        assertThat(Cli.in(folder).run("-qC", "status", "version").out()).startsWith("foldline ");
        assertThat(Cli.in(folder).run("-Cstatus", "--color", "never", "version").out())
                .startsWith("foldline ");
    }

    @Test
    void a_task_that_starts_with_a_dash_is_refused_with_the_right_spelling() {
        assertThat(Cli.in(folder).run("run", "-dash").err())
                .contains("unknown option -dash", "foldline run -- '-dash'");
        assertThat(Cli.in(folder).run("plan", "--don't do that").err())
                .endsWith("try: foldline plan -- '--don'\\''t do that'\n");
        assertThat(Cli.in(folder).run("run", "--", "-dash").err()).doesNotContain("unknown option");
    }

    @Test
    void a_missing_argument_is_named() {
        assertThat(Cli.in(folder).run("freeze").err())
                .startsWith("error: Missing required parameter: 'GATE_ID'");
    }

    @Test
    void an_error_is_json_if_json_was_requested() {
        var answer = Cli.in(folder).run("--json", "statsu");
        assertThat(answer.out())
                .isEqualTo(
                        """
                        {
                          "schema": "foldline.error/1",
                          "ok": false,
                          "exit": 2,
                          "error": {
                            "message": "unknown command statsu",
                            "place": null,
                            "meaning": "usage or invalid configuration"
                          },
                          "next": [
                            "foldline status"
                          ]
                        }
                        """);
        assertThat(answer.err()).isEmpty();
    }

    @Test
    void a_word_behind_two_dashes_is_no_option() {
        assertThat(Cli.in(folder).run("version", "--", "--json").out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help", ""})
    void help_lists_the_commands_of_the_first_week_by_what_they_are_for(String word) {
        var answer = word.isEmpty() ? Cli.in(folder).run() : Cli.in(folder).run(word);
        assertThat(answer.exit()).isZero();
        assertThat(answer.out())
                .contains(
                        "\nSet up a repository:\n  init        Write a foldline.yaml",
                        "\nSee what happens:\n  status      Show the state of a run",
                        "\nfoldline help --all lists all commands.\n",
                        "\nExamples:\n");
        assertThat(commands(answer.out()))
                .hasSizeBetween(10, 14)
                .isSubsetOf(commands(Cli.in(folder).run("help", "--all").out()));
    }

    private static List<String> commands(String help) {
        return help.lines()
                .filter(line -> line.matches("  [a-z-]+ +[A-Z].*"))
                .map(line -> line.strip().split(" ")[0])
                .toList();
    }

    @Test
    void help_all_lists_every_command_in_groups() {
        var answer = Cli.in(folder).run("help", "--all");
        assertThat(answer.exit()).isZero();
        assertThat(answer.out())
                .contains(
                        "\nGet started:\n  ",
                        "\nInspect:\n  status      Show the state of a run",
                        "\nSet up:\n  ",
                        "\nExamples:\n");
        assertThat(commands(answer.out())).hasSizeGreaterThan(50);
        assertThat(answer.out().lines())
                .as("each command has a description")
                .noneMatch(line -> line.matches("  [a-z-]+ *"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "init",
                "doctor",
                "plan",
                "status",
                "log",
                "show",
                "diff",
                "explain",
                "output",
                "blame",
                "forks",
                "bisect",
                "report",
                "replay",
                "verify",
                "config",
                "schema",
                "completion",
                "version"
            })
    void every_command_has_help_that_fits_the_page(String command) {
        var answer = Cli.in(folder).run(command, "--help");
        assertThat(answer.exit()).isZero();
        assertThat(answer.out())
                .contains("Usage: foldline " + command)
                .contains("Every command takes -C DIR");
        assertThat(answer.out().lines()).allMatch(line -> line.length() <= 110);
        assertThat(Cli.in(folder).run("help", command).out()).isEqualTo(answer.out());
    }

    @Test
    void help_for_an_unknown_command_names_the_nearest_one() {
        assertThat(Cli.in(folder).run("help", "shwo").err()).contains("try: foldline help show");
    }

    @Test
    void global_options_are_accepted_before_or_after_the_command() {
        assertThat(Cli.in(folder).run("--json", "version").out())
                .isEqualTo(Cli.in(folder).run("version", "--json").out())
                .contains("\"schema\": \"foldline.version/1\"");
    }

    @Test
    void directories_add_up() {
        var answer = Cli.in(folder).run("-C", "one", "-C", "two", "status");
        assertThat(answer.err())
                .contains("no such directory")
                .contains("at: -C " + folder.resolve("one/two"));
        assertThat(answer.exit()).isEqualTo(2);
    }

    @Test
    void colour_is_used_only_on_request() {
        assertThat(Cli.in(folder).run("--color", "always", "status").err())
                .startsWith("\033[31merror:\033[0m ");
        assertThat(Cli.in(folder).run("status").err()).startsWith("error: ");
        assertThat(Cli.in(folder).run("--color", "sometimes", "status").err())
                .contains("--color")
                .contains("auto, always, never");
    }

    @Test
    void the_output_of_the_parser_is_escaped_like_every_other_answer() {
        var bytes = new ByteArrayOutputStream();
        var writer =
                UsageWriter.to(
                        new RedactedPrintStream(
                                new PrintStream(bytes, true, StandardCharsets.UTF_8),
                                Redaction.of(Map.of()),
                                () -> false));
        writer.print("Usage: \u001b[2J");
        writer.println("\u202efoldline");
        writer.flush();
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .isEqualTo("Usage: \\u001b[2J\\u202efoldline" + System.lineSeparator());
    }
}
