package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Policy.checking;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.gitRelyingOn;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;
import static dev.foldline.testkit.script.Plays.edits;
import static dev.foldline.testkit.script.Plays.says;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.CleanCheckout;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Policy.Branching.OwnTree;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.testkit.simulation.Simulation;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** What counts as evidence for a commit. */
class EvidenceTest {

    @Test
    void an_agent_that_approves_does_not_replace_the_check_of_the_same_name() {
        var work = phase("work", clean(), call("developer", "work"));
        var review =
                phase(
                                "review",
                                git(GitOperation.INSPECT, "changed", "clean"),
                                ask("reviewer", "tests", "good"))
                        .route("changed", Route.PROCEED)
                        .route("clean", Route.PROCEED)
                        .route("good", Route.NEXT_PHASE);
        var save = phase("save", gitRelyingOn(Option.of("tests"), GitOperation.COMMIT));
        var workflow =
                new Workflow(
                        "reviewed",
                        1,
                        Vector.of(once("all", phases(work, review, save))),
                        checking("tests", "make test"));

        var run =
                Simulation.of(workflow)
                        .agent("developer", edits("hello.txt", "hi"))
                        .agent("reviewer", says("good"))
                        .run();

        assertThat(run.outcome()).contains(Outcome.COMPLETED);
        assertThat(run.commits()).hasSize(1);
        assertThat(run.effectCount(RunCheck.class)).isEqualTo(1);
    }

    @Test
    void the_users_checks_run_on_a_checkout_if_the_policy_says_so() {
        var checkout = new CleanCheckout(Vector.of(".env"), Vector.empty());
        var checked =
                ScenarioWorkflows.CHECKED
                        .withBranching(new OwnTree("work", "HEAD", Option.none()))
                        .withChecksOnCommit(Option.of(checkout));
        var setUp =
                checked.withChecks(
                        checked.checks()
                                .put(
                                        BuiltinWorkflows.SETUP,
                                        Vector.of(new CommandLine.Shell("npm ci"))));

        var checks =
                walk(BuiltinWorkflows.checkedOnBase(ralph(1, 0, setUp)))
                        .toEnd()
                        .completes()
                        .effects(RunCheck.class);

        assertThat(checks.filter(check -> check.checkout().isEmpty()).map(RunCheck::check))
                .containsExactly(BuiltinWorkflows.SETUP);
        assertThat(checks.flatMap(RunCheck::checkout)).hasSizeGreaterThan(1).containsOnly(checkout);
    }
}
