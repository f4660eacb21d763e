package dev.foldline.app.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.embed.EmbeddedWorkflowFile;
import dev.foldline.core.workflow.CheckForm;
import dev.foldline.core.workflow.CheckForm.OnKnown;
import dev.foldline.core.workflow.CommandLine;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Mistakes that users made in their first workflow files. */
class NaturalMistakesTest {
    private static final String HEAD =
            """
            workflow: mine
            inputs: { page: { type: string, default: a.md } }
            roles: [developer]
            artifacts: { outline: { items: sections } }
            """;

    private static final String STAGE =
            """
            stages:
              - stage: all
                phases:
                  - phase: write
            """;

    private static final String CHILD =
            """
            workflow: one
            inputs: { tone: { type: boolean } }
            roles: [developer]
            stages:
              - stage: all
                phases:
                  - phase: write
                    steps: [call: { role: developer, prompt: development }]
            """;

    private static List<String> problems(String text) {
        return catchThrowableOfType(
                        InvalidWorkflowFile.class,
                        () ->
                                EmbeddedWorkflowFile.parse(
                                        "mine.yaml", text, Map.of("one.yaml", CHILD)))
                .problems()
                .stream()
                .map(ConfigurationProblem::describe)
                .toList();
    }

    @Test
    void a_step_beside_the_name_of_its_phase_belongs_under_steps() {
        assertThat(problems(HEAD + STAGE + "        call: { role: developer, prompt: plan }\n"))
                .containsExactly(
                        "mine.yaml:9:9: unknown key 'call' in a phase; it is a step: write steps:"
                                + " [call: ...]");
    }

    @Test
    void merge_keys_are_written_out() {
        assertThat(
                        problems(
                                HEAD
                                        + STAGE
                                        + "        steps:\n"
                                        + "          - call: { <<: {}, role: developer, prompt:"
                                        + " development }\n"))
                .containsExactly(
                        "mine.yaml:10:21: unknown key '<<' in call; write the keys out; YAML 1.2"
                                + " has no merge keys");
    }

    @Test
    void placeholders_are_refused_in_the_commands_of_checks() {
        var checks =
                """
                checks:
                  text: test -s {{inputs.page}}
                  list: { run: [grep, "{{ task }}", "{{artifacts.outline}}"] }
                  format: docker ps --format '{{.Names}} {{json .}}'
                """;
        assertThat(problems(HEAD + checks + STAGE + "        steps: [check: text]\n"))
                .containsExactly(
                        "mine.yaml:6:9: {{inputs.page}} is for prompts only; use the variable"
                                + " FOLDLINE_INPUT_PAGE",
                        "mine.yaml:7:23: {{ task }} is for prompts only; delete it",
                        "mine.yaml:7:37: {{artifacts.outline}} is for prompts only; read the file"
                                + " .foldline/outline.json");
    }

    @Test
    void inputs_of_children_are_fixed_values_that_the_child_has() {
        assertThat(problems(children("tone: true, topic: \"{{item}}\"")))
                .containsExactly(
                        "mine.yaml:9:55: workflow one has no input 'topic'; use one of: tone",
                        "mine.yaml:9:89: {{item}} is for prompts only; write a fixed value");
        assertThat(problems(children("tone: perhaps")))
                .containsExactly("mine.yaml:9:55: the input tone does not fit; give true or false");
        assertThat(problems(children("")))
                .containsExactly(
                        "mine.yaml:9:55: the input tone is missing; write it under inputs: of"
                                + " children");
    }

    private static String children(String inputs) {
        return HEAD
                + STAGE
                + "        steps: [children: { list: sections, workflow: one, inputs: { "
                + inputs
                + " } }]\n";
    }

    @Test
    void a_check_may_be_a_command_alone() {
        var checks = checks("checks: { line: 'npm test', words: [test, -s, a.md] }\n");
        assertThat(checks.get("line"))
                .containsExactly(plain("line", new CommandLine.Shell("npm test")));
        assertThat(checks.get("words"))
                .containsExactly(
                        plain("words", new CommandLine.Arguments(Vector.of("test", "-s", "a.md"))));
    }

    private static Vector<CommandLine> plain(String name, CommandLine run) {
        return Vector.of(new CommandLine.Check(name, run, CheckForm.PLAIN));
    }

    private static io.vavr.collection.Map<String, Vector<CommandLine>> checks(String written) {
        return EmbeddedWorkflowFile.parse(
                        "mine.yaml",
                        HEAD
                                + written
                                + STAGE
                                + "        steps: [call: { role: developer, prompt: development },"
                                + " check: line, check: words]\n",
                        Map.of())
                .workflow()
                .policy()
                .checks();
    }

    @Test
    void a_check_may_say_how_its_result_is_read() {
        var checks =
                checks(
                        """
                        checks:
                          line: { run: npm test, report: '**/TEST-*.xml', rerun: 0 }
                          words: { run: [go, test], failures: 'F (.*)', known_failures: halt }
                        """);
        assertThat(checks.get("line"))
                .containsExactly(
                        Vector.of(
                                new CommandLine.Check(
                                        "line",
                                        new CommandLine.Shell("npm test"),
                                        new CheckForm(
                                                Option.of("**/TEST-*.xml"),
                                                Option.none(),
                                                0,
                                                OnKnown.ALLOW))));
        assertThat(checks.get("words"))
                .containsExactly(
                        Vector.of(
                                new CommandLine.Check(
                                        "words",
                                        new CommandLine.Arguments(Vector.of("go", "test")),
                                        new CheckForm(
                                                Option.none(),
                                                Option.of("F (.*)"),
                                                1,
                                                OnKnown.HALT))));
    }

    @Test
    void mistakes_in_a_check_are_reported_at_their_places() {
        assertThat(
                        problems(
                                HEAD
                                        + """
                                        checks:
                                          a: { run: b, reprot: c }
                                          d: { run: e, report: ../f.xml, failures: '(' }
                                          g: { optional: true, report: h.xml }
                                        """
                                        + STAGE
                                        + "        steps: [call: { role: developer, prompt:"
                                        + " development }]\n"))
                .containsExactly(
                        "mine.yaml:6:16: unknown key 'reprot' in the check a; did you mean"
                                + " 'report'?",
                        "mine.yaml:7:24: report of the check d: the glob leaves the repository by"
                                + " ..; write a pattern of report files below the root, as in"
                                + " **/TEST-*.xml",
                        "mine.yaml:7:44: failures of the check d: Unclosed group at character 2;"
                                + " write a regular expression of at most 1000 characters, as in"
                                + " '^FAILED (\\S+)'",
                        "mine.yaml:7:44: report and failures of the check d both say where failed"
                                + " tests are named; keep one of them",
                        "mine.yaml:8:6: the check g says how its result is read, but has no run;"
                                + " write run: a shell line, or delete report, failures, rerun,"
                                + " known_failures");
    }
}
