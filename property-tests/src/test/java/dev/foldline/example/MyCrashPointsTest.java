package dev.foldline.example;

import static dev.foldline.testkit.script.Plays.approves;
import static dev.foldline.testkit.script.Plays.edits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Script;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.testkit.crash.CrashPoints;
import dev.foldline.testkit.simulation.Simulation;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

class MyCrashPointsTest {
    @Test
    void my_work_is_done_once_if_my_driver_dies_at_any_point() {
        var write =
                Phase.phase("write", Script.clean(), Script.call("writer", "text"))
                        .gate(new GateSpec(GateSpec.OnReject.REDO));
        var commit = Phase.phase("commit", Script.git(GitOperation.COMMIT));
        var workflow =
                new Workflow(
                        "mine",
                        1,
                        Vector.of(Script.once("all", Script.phases(write, commit))),
                        Policy.DEFAULT);

        var simulation =
                Simulation.of(workflow)
                        .agent("writer", edits("text.md", "once upon a time"))
                        .gate("write", approves());
        var report = CrashPoints.all(simulation);

        assertThat(report.violations()).isEmpty();
        assertThat(report.tried()).isGreaterThan(500);
    }
}
