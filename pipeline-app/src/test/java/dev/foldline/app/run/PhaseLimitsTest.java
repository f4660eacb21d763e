package dev.foldline.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.InvalidConfiguration;
import dev.foldline.app.config.Sources;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.definition.WorkflowFile;
import dev.foldline.app.definition.WorkflowFileReader;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Limits of phases in the configuration, held against a workflow file. */
class PhaseLimitsTest {
    private static final String FILE =
            """
            workflow: pages
            inputs: { careful: { type: boolean, default: "false" }, mode: { type: string, default: a } }
            roles: [developer, committer]
            stages:
              - stage: write
                phases:
                  - phase: draft
                    steps: [call: { role: developer, prompt: development }]
                  - phase: review
                    if: { input: careful, is: true }
                    steps: [call: { role: developer, prompt: development }]
                  - phase: rare
                    if: { input: mode, is: b }
                    steps: [call: { role: developer, prompt: development }]
                  - phase: merge
                    merge: { message_from: committer }
            """;

    @TempDir private Path folder;

    private WorkflowFile file() {
        return WorkflowFileReader.parse(
                folder.resolve("pages.yaml"), "pages.yaml", FILE.getBytes(StandardCharsets.UTF_8));
    }

    private Configuration configuration(String... phases) throws IOException {
        var text = new StringBuilder("workflow: ./pages.yaml\nbudget:\n  phases:\n");
        for (var phase : phases)
            text.append("    ").append(phase).append(": { agent_calls: 3, wall: 1h }\n");
        Files.writeString(folder.resolve("foldline.yaml"), text);
        return Configuration.load(
                Sources.of(folder, Map.of("HOME", folder.toString()), List.of()),
                WorkflowFactory.catalogue());
    }

    private Vector<String> problems(String... phases) throws IOException {
        return PhaseLimits.problems(configuration(phases), file())
                .map(ConfigurationProblem::describe);
    }

    @Test
    void a_limit_of_an_unknown_phase_is_refused_with_its_place_and_a_suggestion()
            throws IOException {
        assertThat(problems("draft", "darft"))
                .containsExactlyInAnyOrder(
                        "foldline.yaml:5:14: the workflow pages has no phase 'darft' to limit; did"
                                + " you mean 'draft'?",
                        "foldline.yaml:5:30: the workflow pages has no phase 'darft' to limit; did"
                                + " you mean 'draft'?");
        var wrong = configuration("deployment");
        var definition = new DefinedWorkflow(file(), file().standards());
        assertThatThrownBy(() -> PhaseLimits.check(wrong, definition))
                .isInstanceOf(InvalidConfiguration.class)
                .hasMessageContaining(
                        "choose one of: draft, guard, land, merge, rare, review, start");
    }

    @Test
    void phases_that_only_other_inputs_have_are_known() throws IOException {
        assertThat(problems("draft", "review", "rare", "merge", "land")).isEmpty();
    }
}
