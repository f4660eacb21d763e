package dev.foldline.app.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Sources;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.RecoveryPolicy.OnExhausted;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Stages with several attempts expand to child runs, an artifact and a merge. */
class AttemptsFileTest {
    private static final String FILE =
            """
            workflow: fast
            roles: [planner, developer, committer, critic]
            checks:
              speed: { run: cat speed.txt }
            stages:
              - stage: plan
                phases:
                  - phase: plan
                    ask: { role: planner, artifact: plan }
              - stage: build
                attempts: 3
                pick: { role: critic }
                phases:
                  - phase: work
                    steps:
                      - clean: []
                      - call: { role: developer, prompt: development }
                    budget: { agent_calls: 4 }
                  - phase: commit
                    commit: { message_from: committer }
            """;

    @TempDir Path folder;

    private DefinedWorkflow.Expansion expansion(String text) throws IOException {
        Files.writeString(folder.resolve("fast.yaml"), text);
        var settings =
                Configuration.load(
                                Sources.of(folder, Map.of(), List.of()),
                                WorkflowFactory.catalogue())
                        .settings();
        var file = DefinedWorkflow.read("./fast.yaml", folder, folder, Map.of());
        return new DefinedWorkflow(file, file.standards()).expanded(settings, new Branching.Stay());
    }

    private List<String> problems(String text) throws IOException {
        return expansion(text).problems().stream().map(ConfigurationProblem::describe).toList();
    }

    @Test
    void a_stage_with_attempts_becomes_child_runs_a_choice_and_a_merge() throws IOException {
        var expansion = expansion(FILE);
        assertThat(expansion.problems()).isEmpty();
        var workflow = expansion.workflow();
        assertThat(workflow.stages().map(Stage::id))
                .containsExactly("prepare", "plan", "build", "build-pick", "build-land", "guard");
        var children = workflow.children().single();
        assertThat(children.until()).isEqualTo(Step.Until.ANY);
        assertThat(children.artifacts()).containsExactly("plan");
        var attempt = children.definition().get();
        assertThat(attempt.name()).isEqualTo("fast-build");
        assertThat(attempt.phases().map(Phase::id)).containsExactly("start", "work", "commit");
        assertThat(attempt.policy().recovery().onExhausted()).isEqualTo(OnExhausted.NEVER_HALT);
        assertThat(attempt.policy().recovery().rewindStage()).contains("build");
        assertThat(attempt.policy().phases().get("work").flatMap(each -> each.agentCallsMax()))
                .isEqualTo(Option.of(4L));
    }

    @Test
    void the_expansion_of_attempts_is_read_as_an_equal_value() throws IOException {
        for (var pick : List.of("me", "{ role: critic }", "{ measure: speed, best: lowest }")) {
            var workflow = expansion(FILE.replace("{ role: critic }", pick)).workflow();
            var read = ExpansionReader.read(ExpansionWriter.text(workflow));
            assertThat(read.isRight()).as(() -> pick + ": " + read.getLeft()).isTrue();
            assertThat(read.get()).isEqualTo(workflow);
        }
    }

    @Test
    void mistakes_in_attempts_are_reported_with_their_places() throws IOException {
        assertThat(problems(FILE.replace("    pick: { role: critic }\n", "")))
                .singleElement()
                .asString()
                .startsWith("fast.yaml:11:15: pick is missing; write pick: me, ");
        assertThat(problems(FILE.replace("role: critic }", "role: critc }")))
                .containsExactly(
                        "fast.yaml:12:19: the role 'critc' is not declared; did you mean"
                                + " 'critic'?");
        assertThat(problems(FILE.replace("{ role: critic }", "{ measure: sped }")))
                .containsExactly(
                        "fast.yaml:12:22: the check 'sped' is not defined; did you mean 'speed'?");
        assertThat(problems(FILE.replace("attempts: 3", "attempts: 3\n    times: 2")))
                .singleElement()
                .asString()
                .startsWith("fast.yaml:12:12: a stage has attempts and times; keep one of them");
        assertThat(problems(FILE.replace("attempts: 3", "attempts: 300")))
                .singleElement()
                .asString()
                .startsWith("fast.yaml:11:15: attempts is the number 300");
        assertThat(
                        problems(
                                FILE.replace(
                                        "        budget:",
                                        "        routes: { done: end }\n        budget:")))
                .singleElement()
                .asString()
                .startsWith("fast.yaml:14:9: fast-build/build/work no step says done");
        assertThat(
                        problems(
                                FILE.replace(
                                        "checks:",
                                        "artifacts: { choice: { labels: [a] } }\nchecks:")))
                .singleElement()
                .asString()
                .contains("attempts use an artifact choice of their own");
    }
}
