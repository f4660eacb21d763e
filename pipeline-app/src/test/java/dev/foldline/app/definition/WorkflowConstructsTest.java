package dev.foldline.app.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.config.Sources;
import dev.foldline.app.config.source.ConfigurationProblem;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.GuardedWorkflow;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.RecoveryPolicy.OnExhausted;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.Feature;

import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The constructs of workflow files expand to the values of the kernel. */
class WorkflowConstructsTest {
    private static final String CHILD =
            """
            workflow: fix-one
            inputs:
              area: { type: string }
            roles: [developer]
            stages:
              - stage: fix
                phases:
                  - phase: work
                    steps:
                      - clean: []
                      - call: { role: developer, prompt: development }
            """;

    private static final String PARENT =
            """
            workflow: fix-all
            roles: [planner]
            artifacts:
              findings: { items: problems }
            stages:
              - stage: find
                phases:
                  - phase: list
                    ask: { role: planner, prompt: plan, artifact: findings }
              - stage: fix
                phases:
                  - phase: each
                    steps:
                      - children:
                          list: problems
                          workflow: ./fix-one.yaml
                          until: any
                          artifacts: [findings]
                          inputs: { area: src }
                          budget: { agent_calls: 4, wall: 1h, usd: 1.50 }
            """;

    @TempDir Path folder;
    private Settings settings;

    @BeforeEach
    void load() throws IOException {
        settings =
                Configuration.load(
                                Sources.of(folder, Map.of(), List.of()),
                                WorkflowFactory.catalogue())
                        .settings();
        write("fix-one.yaml", CHILD);
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private DefinedWorkflow.Expansion expansion(String text) throws IOException {
        write("parent.yaml", text);
        var file = DefinedWorkflow.read("./parent.yaml", folder, folder, Map.of());
        return new DefinedWorkflow(file, file.standards()).expanded(settings, new Branching.Stay());
    }

    private Workflow workflow(String text) throws IOException {
        var expansion = expansion(text);
        assertThat(expansion.problems()).isEmpty();
        return expansion.workflow();
    }

    private List<String> problems(String text) throws IOException {
        return expansion(text).problems().stream().map(ConfigurationProblem::describe).toList();
    }

    @Test
    void children_run_a_workflow_of_a_file_that_is_nested_in_the_value() throws IOException {
        var parent = workflow(PARENT);
        var step = parent.children().head();
        assertThat(step.list()).isEqualTo("problems");
        assertThat(step.until()).isEqualTo(Step.Until.ANY);
        assertThat(step.artifacts()).containsExactly("findings");
        assertThat(step.budget())
                .isEqualTo(
                        new Policy.Budget(
                                Option.of(4L), Option.of(3_600_000L), Option.of(1_500_000L)));
        var child = step.definition().get();
        assertThat(child.name()).isEqualTo("fix-one");
        assertThat(child.phases().map(Phase::id)).containsExactly("start", "work", "guard");
        assertThat(EffectBound.effectsWithChildren(parent))
                .isGreaterThan(EffectBound.effects(parent));
    }

    @Test
    void children_may_run_ralph() throws IOException {
        Files.writeString(
                folder.resolve("foldline.yaml"),
                "roles: { developer: [a] }\n"
                        + "agents: { a: { kind: command, run: [\"true\"] } }\n");
        load();
        assertThat(
                        workflow(
                                        PARENT.replace("./fix-one.yaml", "ralph")
                                                .replace("{ area: src }", "{}"))
                                .nested()
                                .map(Workflow::name))
                .containsExactly("ralph");
    }

    @Test
    void mistakes_of_children_are_reported_with_their_places() throws IOException {
        assertThat(problems(PARENT.replace("./fix-one.yaml", "./fix-on.yaml")))
                .singleElement()
                .asString()
                .startsWith("parent.yaml:16:25: unknown workflow './fix-on.yaml'; ");
        assertThat(problems(PARENT.replace("area: src", "aera: src")))
                .singleElement()
                .asString()
                .startsWith("parent.yaml:16:25: workflow fix-one has no input 'aera'; ");
        assertThat(problems(PARENT.replace("list: problems", "list: problem")))
                .containsExactly(
                        "parent.yaml:15:21: no artifact has the items 'problem'; did you mean"
                                + " 'problems'?");
        assertThat(problems(PARENT.replace("./fix-one.yaml", "tdd")))
                .containsExactly(
                        "parent.yaml:16:25: the workflow tdd does not run as a child; use ralph,"
                                + " or a workflow file");
        write("fix-one.yaml", CHILD.replace("call:", "cal:"));
        assertThat(problems(PARENT))
                .anyMatch(
                        each ->
                                each.startsWith(
                                        "fix-one.yaml:11:13: unknown key 'cal' in a step;"));
    }

    @Test
    void workflows_that_start_themselves_are_refused() throws IOException {
        assertThat(problems(PARENT.replace("./fix-one.yaml", "./parent.yaml")))
                .singleElement()
                .asString()
                .contains("starts itself as a child");
        write(
                "fix-one.yaml",
                PARENT.replace("fix-all", "fix-one").replace("fix-one.yaml", "parent.yaml"));
        assertThat(problems(PARENT.replace("inputs: { area: src }", "inputs: {}")))
                .singleElement()
                .asString()
                .startsWith("fix-one.yaml:16:25: the workflow ./parent.yaml starts itself");
    }

    @Test
    void workflows_nest_at_most_four_levels_deep() throws IOException {
        var bare = PARENT.replace("inputs: { area: src }", "inputs: {}");
        for (int level = 1; level <= 4; level++)
            write(
                    "level" + level + ".yaml",
                    bare.replace("fix-all", "level" + level)
                            .replace("./fix-one.yaml", "./level" + (level + 1) + ".yaml"));
        write(
                "level3.yaml",
                CHILD.replace("fix-one", "level3")
                        .replace("{ type: string }", "{ type: string, default: x }"));
        assertThat(problems(bare.replace("./fix-one.yaml", "./level1.yaml"))).isEmpty();
        write(
                "level3.yaml",
                bare.replace("fix-all", "level3").replace("./fix-one.yaml", "./level4.yaml"));
        assertThat(problems(bare.replace("./fix-one.yaml", "./level1.yaml")))
                .singleElement()
                .asString()
                .contains("level3.yaml", "nested more than 4 levels deep");
    }

    @Test
    void the_short_form_of_a_merge_is_the_delivery_of_feature() throws IOException {
        var merged =
                workflow(
                        """
                        workflow: merging
                        roles: [committer]
                        checks:
                          checks: { run: make }
                        stages:
                          - stage: deliver
                            phases:
                              - phase: merge
                                merge: { message_from: committer, requires: checks }
                                retry: { repairs: 3 }
                        """);
        var feature =
                Feature.workflow(
                        Feature.Options.DEFAULT,
                        Policy.checking("checks", "make").withGuard(merged.policy().guard()));
        assertThat(merged.stages().last()).isEqualTo(GuardedWorkflow.of(feature).stages().last());
    }

    @Test
    void recovery_settings_replace_those_of_the_configuration() throws IOException {
        var text =
                """
                workflow: careful
                roles: [developer, doctor]
                recovery:
                  role: doctor
                  attempts: 9
                  restart_from: 3
                  rewind_from: 5
                  start_over_from: 8
                  rewind_stage: work
                  then: end
                  backoff_first: 2s
                stages:
                  - stage: work
                    phases:
                      - phase: do
                        steps:
                          - clean: []
                          - call: { role: developer, prompt: development }
                """;
        var policy = workflow(text).policy();
        assertThat(policy.recovery())
                .isEqualTo(
                        new Policy.RecoveryPolicy(
                                Option.of("doctor"),
                                3,
                                5,
                                8,
                                9,
                                Option.of("work"),
                                OnExhausted.END));
        assertThat(policy.limits().backoffFirstMillis()).isEqualTo(2_000);
        assertThat(workflow(text.replace("attempts: 9", "attempts: 0")).policy().recovery().fixer())
                .isEmpty();
        assertThat(problems(text.replace("role: doctor", "role: docter")))
                .containsExactly(
                        "parent.yaml:4:9: the role 'docter' is not declared; did you mean"
                                + " 'doctor'?");
        assertThat(problems(text.replace("rewind_stage: work", "rewind_stage: play")))
                .singleElement()
                .asString()
                .startsWith("parent.yaml:9:17: the run cannot rewind to 'play'; use one of: work");
    }

    @Test
    void an_optional_phase_disappears_with_its_last_step() throws IOException {
        var text =
                """
                workflow: optional
                inputs:
                  mode: { type: enum, values: [a, b, c], default: a }
                checks:
                  lint: { optional: true }
                stages:
                  - stage: work
                    phases:
                      - phase: lint
                        optional: true
                        steps:
                          - check: lint
                      - phase: test
                        steps:
                          - git: check_changes
                            if: { input: mode, is: [b, c] }
                """;
        assertThat(workflow(text).phases().map(Phase::id)).containsExactly("start", "test");
        assertThat(workflow(text).phases().last().steps()).isEmpty();
        assertThat(workflow(text.replace("default: a", "default: c")).phases().last().steps())
                .hasSize(1);
        assertThat(problems(text.replace("[b, c]", "[b, d]")))
                .singleElement()
                .asString()
                .contains("the input mode is never 'd'");
    }

    @Test
    void an_expansion_is_not_a_workflow_file() throws IOException {
        assertThat(problems(ExpansionWriter.text(workflow(PARENT))))
                .singleElement()
                .asString()
                .contains("this is the expansion of a workflow, which does not run");
    }

    private static final String REFERENCES =
            """
            workflow: wrong
            roles: [developer, critic]
            artifacts:
              list: { items: files }
              verdict: { labels: [good, weak, bad, no] }
            stages:
              - stage: plan
                phases:
                  - phase: list
                    ask: { role: developer, prompt: plan, artifact: list }
              - stage: write
                each: file
                done_after: chek
                phases:
                  - phase: draft
                    ask: { role: critic, prompt: plan, artifact: verdict }
                    routes:
                      good: { go_to: list }
                      weak: { go_to: draft }
                      bad: { go_to: chec }
                      no: { go_back: chec, times: 2 }
                  - phase: check
                    review: { role: critic, prompt: plan, artifact: verdict, fix: correct }
              - stage: again
                until: { artifact: verdict, label: god, max: 2 }
                phases:
                  - phase: ask
                    ask: { role: critic, prompt: plan, artifact: verdict }
                    routes:
                      good: { go_back: last, times: 2 }
                      weak: { go_back: check, times: 2 }
                      bad: { go_back: wirte, times: 2 }
                      no: fail
              - stage: last
                until: { artifact: lits, label: good, max: 2 }
                phases:
                  - phase: end
                    ask: { role: critic, prompt: plan, artifact: verdict }
                    routes: { good: next_step, weak: repeat, bad: fail, no: fail }
            """;

    @Test
    void a_wrong_reference_is_reported_at_its_place_with_a_remedy() throws IOException {
        assertThat(problems(REFERENCES))
                .containsExactly(
                        "parent.yaml:12:11: no artifact has the items 'file'; did you mean"
                                + " 'files'?",
                        "parent.yaml:13:17: the stage has no phase 'chek'; did you mean 'check'?",
                        "parent.yaml:18:26: the phase 'list' is in the stage plan;"
                                + " name a later phase of this stage: check",
                        "parent.yaml:19:26: the phase 'draft' is not after this one;"
                                + " write repeat, or go_back: write",
                        "parent.yaml:20:25: the stage write has no phase 'chec';"
                                + " did you mean 'check'?",
                        "parent.yaml:21:26: there is no stage 'chec'; use one of: plan, write",
                        "parent.yaml:23:71: the stage write has no phase 'correct';"
                                + " add the phase after this one",
                        "parent.yaml:25:40: verdict has no label 'god'; did you mean 'good'?",
                        "parent.yaml:30:28: the stage 'last' is after this one;"
                                + " name this stage or an earlier one: plan, write, again",
                        "parent.yaml:31:28: 'check' is a phase, not a stage;"
                                + " name this stage or an earlier one: plan, write, again",
                        "parent.yaml:32:27: there is no stage 'wirte'; did you mean 'write'?",
                        "parent.yaml:35:24: no step of the stage collects 'lits' with labels;"
                                + " use one of: verdict");
    }
}
