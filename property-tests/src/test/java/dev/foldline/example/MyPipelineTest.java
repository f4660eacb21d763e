package dev.foldline.example;

import static dev.foldline.core.workflow.Policy.checking;
import static dev.foldline.testkit.script.Plays.edits;
import static dev.foldline.testkit.script.Plays.finds;
import static dev.foldline.testkit.script.Plays.says;
import static dev.foldline.testkit.simulation.CrashPoint.Moment.AFTER_EFFECT;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.builtin.Ralph;
import dev.foldline.testkit.simulation.Simulation;

import org.junit.jupiter.api.Test;

class MyPipelineTest {
    @Test
    void issues_from_the_review_are_fixed_and_a_crash_changes_nothing() {
        var workflow = Ralph.workflow(Ralph.Options.DEFAULT, checking("checks", "make test"));

        var run =
                Simulation.of(workflow)
                        .agent("developer", edits("hello.txt", "hi"))
                        .agent("reviewer", says("issues"))
                        .agent("fixer", edits("hello.txt", "hello"))
                        .check("checks", finds("hello.txt", "hi"), finds("hello.txt", "hello"))
                        .crashAt(AFTER_EFFECT, 3)
                        .run();

        assertThat(run.outcome()).contains(Outcome.COMPLETED);
        assertThat(run.commits()).hasSize(2);
        assertThat(run.files()).containsEntry("hello.txt", "hello");
        assertThat(run.calls("reviewer")).isEqualTo(1);
    }
}
