package dev.foldline.example;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.OPEN_BRANCH;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collectItems;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.testkit.script.Plays.edits;
import static dev.foldline.testkit.script.Plays.plans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.simulation.Exploration;
import dev.foldline.testkit.simulation.Simulation;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

class MyWorkflowTest {
    private static final Workflow WORKFLOW =
            new Workflow(
                    "docs-first",
                    1,
                    Vector.of(
                            once(
                                    "plan",
                                    phases(
                                            phase("start", git(OPEN_BRANCH)),
                                            phase(
                                                    "outline",
                                                    clean("outline"),
                                                    call("writer", "outline"),
                                                    collectItems("outline", "sections")))),
                            new Stage(
                                    "write",
                                    new LoopCondition.EachItem("sections", "commit"),
                                    phases(
                                            phase("draft", clean(), call("developer", "draft")),
                                            phase(
                                                    "commit",
                                                    ask("committer", "commit_message"),
                                                    git(COMMIT))))),
                    Policy.DEFAULT);

    @Test
    void every_phase_is_reached_and_each_section_is_committed() {
        assertThat(Exploration.of(Vector.of(WORKFLOW), 1, 50).unreached()).isEmpty();

        var run =
                Simulation.of(WORKFLOW)
                        .agent("writer", plans("Start", "Install"))
                        .agent("developer", edits("docs.md", "one"), edits("docs.md", "two"))
                        .run();

        assertThat(run.outcome()).contains(Outcome.COMPLETED);
        assertThat(run.commits()).hasSize(2);
    }
}
