package dev.foldline.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** A dash where a text or a file is named. */
class StandardInputTest {
    private CliFixture place;

    @BeforeEach
    void aRepository(@TempDir Path folder) throws Exception {
        place = CliFixture.ready(folder);
    }

    @Test
    void a_task_is_read_from_standard_input() {
        assertThat(place.typing("Add a login\n", "plan", "-").out())
                .startsWith("task     Add a login\n")
                .endsWith("To start it: foldline run -\n");
        assertThat(place.typing("Add a login\n", "run", "-n", "-f", "-").out())
                .startsWith("task     Add a login\n")
                .endsWith("To start it: foldline run -f -\n");
        assertThat(place.typing("Add a login\n", "prompts", "show", "planning", "-").out())
                .contains("Add a login");
    }

    @Test
    void the_tasks_of_a_workflow_are_read_from_standard_input_and_mistakes_are_located_there() {
        assertThat(
                        place.typing(
                                        "name: Shop\ntasks: [ { name: later } ]\n",
                                        "workflow",
                                        "create",
                                        "-f",
                                        "-")
                                .exit())
                .isZero();
        var reported = place.typing("name: Shop\ntasks: 3\n", "workflow", "create", "-f", "-");
        assertThat(reported.exit()).isEqualTo(2);
        assertThat(reported.err())
                .contains("standard input:2:8: ", "foldline workflow create -f -\n");
        for (var words : new String[][] {{"run", "-"}, {"run", "-f", "-"}}) {
            var empty = place.typing("", words);
            assertThat(empty.exit()).isEqualTo(2);
            assertThat(empty.err()).contains(" the task is empty\n  at: standard input\n");
        }
        assertThat(place.foldline("task", "escalate", "-f", "gone.md").err())
                .isEqualTo(
                        "error: no such file\n  at: "
                                + place.root.resolve("gone.md")
                                + "\n  try: name an existing file, or - for standard input\n");
    }
}
