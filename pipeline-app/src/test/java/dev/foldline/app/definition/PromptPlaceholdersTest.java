package dev.foldline.app.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.embed.EmbeddedWorkflowFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;

/** Prompts of workflow files contain placeholders, and no other language. */
class PromptPlaceholdersTest {
    private static final String FILE =
            """
            workflow: notes
            inputs: { area: { type: string, default: src } }
            roles: [writer]
            artifacts: { outline: { items: sections } }
            checks: { links: { run: "true" } }
            stages:
              - stage: all
                phases:
                  - phase: note
                    steps:
                      - call: { role: writer, prompt: prompts/note.md }
                      - check: links
            """;

    private static List<String> problems(String prompt) {
        return List.copyOf(
                catchThrowableOfType(
                                InvalidWorkflowFile.class,
                                () ->
                                        EmbeddedWorkflowFile.parse(
                                                "notes.yaml",
                                                FILE,
                                                Map.of("prompts/note.md", prompt)))
                        .problems()
                        .stream()
                        .map(ConfigurationProblem::describe)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{{#task}}x{{/task}} | 1:1 | {{#task}}",
                "{{> header}} | 1:1 | {{> header}}",
                "{{^item}} | 1:1 | {{^item}}",
                "{{&task}} | 1:1 | {{&task}}",
                "{{task.length}} | 1:1 | {{task.length}}",
                "ä {{ task }} | 1:3 | did you mean 'task'?",
                "{{input.area}} | 1:1 | did you mean 'inputs.area'?",
                "{{artifacts.outlin}} | 1:1 | did you mean 'artifacts.outline'?",
                "{{checks.link.output}} | 1:1 | did you mean 'checks.links.output'?",
                "{{}} | 1:1 | {{}}",
            })
    void anything_else_is_refused_with_its_place(String prompt, String place, String part) {
        assertThat(problems(prompt).getFirst())
                .startsWith("prompts/note.md:" + place + ": unknown placeholder {{")
                .contains(part);
    }

    @Test
    void every_unknown_placeholder_is_reported() {
        assertThat(problems("{{tusk}}\n\n  {{itme}} {{task}}\n"))
                .containsExactly(
                        "prompts/note.md:1:1: unknown placeholder {{tusk}}; did you mean 'task'?",
                        "prompts/note.md:3:3: unknown placeholder {{itme}}; did you mean 'item'?");
    }

    @Test
    void known_placeholders_are_accepted() {
        var prompt =
                "{{task}} {{item}} {{inputs.area}} {{artifacts.outline}} {{artifacts}} {{expected}}"
                        + " {{checks.links.output}} {{feedback}} {{reason}} {{commits}} {{role}}";
        var read =
                EmbeddedWorkflowFile.parse("notes.yaml", FILE, Map.of("prompts/note.md", prompt));
        assertThat(read.workflow().name()).isEqualTo("notes");
    }
}
