package dev.foldline.app.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.embed.EmbeddedWorkflowFile;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** Which checks of a workflow file run before the first call. */
class BaselineChecksTest {
    private static final String NAMED = "{ run: make test, report: 'out/*.xml' }";

    private static final String STAGES =
            """
            stages:
              - stage: work
                phases:
                  - phase: write
                    steps:
                      - call: { role: developer, prompt: development }
                      - check: unit
                  - phase: commit
                    commit: { message_from: committer, requires: unit }
            """;

    private static String file(String check) {
        return "workflow: mine\nroles: [developer, committer]\nchecks:\n  unit: "
                + check
                + "\n"
                + STAGES;
    }

    private static Vector<String> beforeFirstCall(String text, Map<String, String> files) {
        return EmbeddedWorkflowFile.parse("mine.yaml", text, files)
                .workflow()
                .phases()
                .filter(phase -> phase.id().equals(BuiltinWorkflows.BASELINE))
                .flatMap(Phase::steps)
                .flatMap(
                        step ->
                                step instanceof Step.Check(var check, _)
                                        ? Vector.of(check)
                                        : Vector.<String>empty());
    }

    private static Vector<String> beforeFirstCall(String text) {
        return beforeFirstCall(text, Map.of());
    }

    @Test
    void checks_with_named_failures_that_commits_rely_on_run_before_the_first_call() {
        assertThat(beforeFirstCall(file(NAMED))).containsExactly("unit");
        assertThat(beforeFirstCall(file(NAMED).replace(", requires: unit", ""))).isEmpty();
    }

    @Test
    void an_unnamed_failure_may_be_what_the_file_is_to_fix() {
        assertThat(beforeFirstCall(file("make test"))).isEmpty();
    }

    @Test
    void what_is_written_about_known_failures_counts_without_names() {
        for (var decision : Vector.of("allow", "halt"))
            assertThat(
                            beforeFirstCall(
                                    file("{ run: make test, known_failures: " + decision + " }")))
                    .containsExactly("unit");
    }

    @Test
    void a_file_that_opens_its_branch_itself_has_no_place_before_its_first_call() {
        assertThat(beforeFirstCall("open_branch: false\n" + file(NAMED))).isEmpty();
    }

    @Test
    void a_child_starts_with_the_work_of_others() {
        var parent =
                """
                workflow: mine
                roles: [developer]
                artifacts: { outline: { items: sections } }
                stages:
                  - stage: all
                    phases:
                      - phase: parts
                        steps: [children: { list: sections, workflow: one }]
                """;
        var child = file(NAMED).replace("workflow: mine", "workflow: one");
        var workflow =
                EmbeddedWorkflowFile.parse("mine.yaml", parent, Map.of("one.yaml", child))
                        .workflow();
        assertThat(workflow.nested().flatMap(each -> each.phases()).map(Phase::id))
                .contains("write")
                .doesNotContain(BuiltinWorkflows.BASELINE);
    }
}
