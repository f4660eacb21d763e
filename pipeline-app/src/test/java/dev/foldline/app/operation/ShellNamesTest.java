package dev.foldline.app.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

class ShellNamesTest {
    @Test
    void every_tool_and_parameter_an_answer_names_is_spelled_for_a_shell() {
        assertThat(
                        ShellNames.line(
                                "Call 'submit_work' with the 'test_command' and your 'expectation'"
                                        + " again."))
                .isEqualTo(
                        "on the command line: submit_work is 'foldline task submit'; test_command"
                                + " is --test-command; expectation is --expectation");
        assertThat(ShellNames.line("Call 'escalate_for_external_help' with a 'markdown_report'."))
                .isEqualTo(
                        "on the command line: escalate_for_external_help is 'foldline task"
                                + " escalate'; markdown_report is -m, or -f FILE");
        assertThat(ShellNames.line("It is recommended to call 'request_scope_reduction'."))
                .isEqualTo(
                        "on the command line: request_scope_reduction is 'foldline task"
                                + " reduce-scope'");
    }

    @Test
    void words_that_are_no_names_of_tools_are_left() {
        assertThat(ShellNames.line("the expectation of a submit_work")).isEmpty();
        assertThat(ShellNames.commands("nothing")).isEmpty();
    }

    @Test
    void an_instruction_on_the_command_line_names_the_next_command(@TempDir Path folder)
            throws Exception {
        var place = CliFixture.ready(folder);
        assertThat(place.foldline("task", "get").err())
                .endsWith(
                        "on the command line: submit_work is 'foldline task submit';"
                                + " nothing_left is --nothing-left\n");
        assertThat(place.foldline("-q", "task", "get").err()).doesNotContain("on the command line");
        assertThat(place.foldline("task", "get", "--json").out())
                .contains("\"next\"", "\"foldline task submit\"");
    }
}
