package dev.foldline.app.workflow;

import static dev.foldline.core.workflow.GitOperation.COMMIT;
import static dev.foldline.core.workflow.GitOperation.OPEN_BRANCH;
import static dev.foldline.core.workflow.GitOperation.RELEASE_WORKTREE;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.clean;
import static dev.foldline.core.workflow.Script.collectItems;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.Remedy;
import dev.foldline.app.command.operate.Shell;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.PolicyFactory;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunRequest;
import dev.foldline.app.run.RunRequest.Placement;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Until;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A run whose workflow has child runs drives them, each on its own branch in its own worktree. */
class ChildWorkflowsTest {
    private static final String TWO_PARTS =
            """
            [ "$FOLDLINE_ROLE" = planner ] && echo '{"summary":"s","steps":[{"title":"One"},{"title":"Two"}]}' > .foldline/plan.json && exit 0
            """;

    @TempDir Path folder;
    private CliFixture place;

    @BeforeEach
    void a_repository() throws Exception {
        place = CliFixture.ready(folder).agent(TWO_PARTS + AgentScripts.HELPFUL);
    }

    @Test
    void children_have_children() throws Exception {
        var run =
                start(
                        policy ->
                                parent(
                                        policy,
                                        parent("middle", policy, work(policy), Until.ALL),
                                        Until.ALL));
        var reported = place.foldline("resume", run);
        assertThat(reported.exit()).as(reported.all()).isZero();
        var ended = ended(run);
        assertThat(ended).hasSize(2);
        for (var child : ended) {
            assertThat(ended(child.run())).hasSize(2).allMatch(ChildWorkflowsTest::isCompleted);
        }
        assertThat(commits()).hasSize(4);
    }

    @Test
    void a_run_that_waits_for_its_halted_children_is_resumed_as_printed_and_retries_them()
            throws Exception {
        var run = start(this::withoutRecovery);
        var halted = halted(run);
        place.agent(TWO_PARTS + AgentScripts.HELPFUL);
        Remedy.done(place, halted, "foldline resume " + run);
        isDoneOnce(run);
    }

    @Test
    void a_run_that_lost_the_log_of_a_child_is_cancelled_as_printed_with_its_children()
            throws Exception {
        var run = start(this::withoutRecovery);
        halted(run);
        var children = state(run).items().children();
        assertThat(children).hasSize(2);
        Files.delete(place.runs().directory(new RunId(children.head().run())).events());
        var lost = place.foldline("resume", run);
        assertThat(lost.exit()).as(lost.all()).isNotZero();
        var asks = Remedy.follow(place, lost, "foldline cancel ");
        assertThat(asks.exit()).as(asks.all()).isEqualTo(2);
        Remedy.done(place, asks, "foldline cancel ");
        assertThat(state(children.last().run()).lifecycle())
                .isEqualTo(new Lifecycle.Ended(new Outcome.Aborted("its workflow was given up")));
    }

    private Workflow withoutRecovery(Policy policy) {
        return parent(
                policy, work(policy.withRecovery(policy.recovery().withAttemptsMax(0))), Until.ALL);
    }

    /** Drives the run until both its children have halted. */
    private CommandResult halted(String run) throws Exception {
        place.agent(TWO_PARTS + AgentScripts.except("developer", "exit 1"));
        var reported = place.foldline("resume", run);
        assertThat(reported.out()).contains("Not active: ");
        return reported;
    }

    @Test
    void a_run_that_dies_between_two_ref_changes_starts_each_child_once() throws Exception {
        var run = start(policy -> parent(policy, work(policy), Until.ALL));
        dyingAtRefChange(5);
        assertThat(
                        Shell.run(
                                        place,
                                        "\"$ENGINE\" resume "
                                                + run
                                                + " > \"$HOME/said\" 2>&1 &\n"
                                                + "echo $! > \"$HOME/pid\"\n"
                                                + "wait $!\n"
                                                + "echo \"exit $?\"\n")
                                .out())
                .contains("exit 137");
        var reported = place.foldline("resume", run);
        assertThat(reported.exit()).as(reported.all()).isZero();
        isDoneOnce(run);
        assertThat(place.git("worktree", "list").lines()).hasSize(1);
    }

    private void isDoneOnce(String run) throws Exception {
        assertThat(ended(run)).hasSize(2).allMatch(ChildWorkflowsTest::isCompleted);
        assertThat(ended(run).flatMap(child -> child.end().get().artifacts().keySet()).distinct())
                .contains("plan", "commit_message");
        assertThat(commits()).as("one commit of each child").hasSize(2);
        try (var runs = Files.list(place.root.resolve(".git/foldline/runs"))) {
            assertThat(runs).as("the run and two children").hasSize(3);
        }
    }

    private static boolean isCompleted(Child child) {
        return child.end().exists(ChildReport::isCompleted);
    }

    /** Returns the commits of all branches but the first. */
    private List<String> commits() throws Exception {
        return place.git("rev-list", "--branches", "--not", "main")
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }

    private Vector<Child> ended(String run) throws IOException {
        return state(run).items().children().filter(child -> child.end().isDefined());
    }

    private PipelineState state(String run) throws IOException {
        return RunHistory.open(place.runs().directory(new RunId(run))).latest().state();
    }

    /** The process that drives the run dies at this change of a ref in the repository. */
    private void dyingAtRefChange(int nth) throws IOException {
        var hook =
                Files.writeString(
                        place.root.resolve(".git/hooks/reference-transaction"),
                        """
                        #!/bin/sh
                        [ "$1" = committed ] || exit 0
                        echo change >> '%1$s/changes'
                        [ "$(wc -l < '%1$s/changes')" -ge %2$d ] && mv '%1$s/pid' '%1$s/killed' 2>/dev/null && kill -9 "$(cat '%1$s/killed')"
                        exit 0
                        """
                                .formatted(home(), nth));
        Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Path home() {
        return Path.of(place.environment.get("HOME"));
    }

    /** Creates a run without a driver; returns its id. */
    private String start(Function<Policy, Workflow> workflow) throws Exception {
        try (var here = Workspace.open(place.root, place.environment)) {
            var configuration = RunLauncher.configuration(place.root, place.environment);
            var policy =
                    PolicyFactory.policy(
                            configuration.settings(), new Branching.NewBranch("foldline/parts"));
            policy =
                    policy.withRecovery(
                            policy.recovery()
                                    .withRewindStage(Option.none())
                                    .withFixer(Option.none()));
            var request =
                    new RunRequest(
                            "Work in parts",
                            configuration,
                            Placement.NEW_BRANCH,
                            false,
                            false,
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty());
            try (var run = RunLauncher.begin(here, request, workflow.apply(policy))) {
                return run.log().directory().id().text();
            }
        }
    }

    private static Workflow parent(Policy policy, Workflow child, Until until) {
        return parent("parts", policy, child, until);
    }

    /** A planner names the parts; the next phase starts a child for each. */
    private static Workflow parent(String name, Policy policy, Workflow child, Until until) {
        return new Workflow(
                name,
                1,
                Vector.of(
                        once(
                                "all",
                                phases(
                                        phase("open", git(OPEN_BRANCH)),
                                        phase(
                                                "plan",
                                                clean("plan"),
                                                call("planner", "plan"),
                                                collectItems("plan", "parts")),
                                        phase(
                                                "work",
                                                Vector.of(
                                                        Step.Children.of(
                                                                "parts",
                                                                child,
                                                                Vector.of("plan"),
                                                                Budget.UNLIMITED,
                                                                until)))))),
                policy);
    }

    private static Workflow work(Policy policy) {
        return new Workflow(
                "part",
                1,
                Vector.of(once("all", phases(open(), develop(), commit(), leave()))),
                policy);
    }

    private static Phase open() {
        return phase("open", git(OPEN_BRANCH));
    }

    private static Phase develop() {
        return phase("develop", clean(), call("developer", "development"));
    }

    private static Phase commit() {
        return phase("commit", ask("committer", "commit_message"), git(COMMIT));
    }

    private static Phase leave() {
        return phase("leave", git(RELEASE_WORKTREE));
    }
}
