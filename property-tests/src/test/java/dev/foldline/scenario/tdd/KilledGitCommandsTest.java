package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.NPM;
import static dev.foldline.scenario.tdd.SamplePlans.plan;
import static dev.foldline.scenario.tdd.SamplePlans.project;
import static dev.foldline.scenario.tdd.SamplePlans.step;
import static dev.foldline.scenario.tdd.SamplePlans.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.memory.FolderTemplate;
import dev.foldline.scenario.tdd.KillableDriver.KillPoint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The driver of a pull request is killed around and within each git command it types; the next call
 * ends as if nothing had happened.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class KilledGitCommandsTest {
    /**
     * A blow is a repository, two calls and their commands: the default build tries every fourth
     * one, with {@code -Dfoldline.faults=all} all.
     */
    private static final int STRIDE = Thorough.ALL ? 1 : 4;

    @TempDir Path top;

    /** All that tells how things stand, but for hashes and times. */
    private record FinalState(
            String status,
            String out,
            String branch,
            String branches,
            String history,
            String files,
            String tree,
            String uncommitted) {
        static FinalState of(AgentTrial trial, AgentTrial.Turn turn) throws IOException {
            return new FinalState(
                    turn.status(),
                    turn.out()
                            .replaceAll("(refs/foldline/saved/[^ :,]+(, )?)+", "REFS")
                            .replaceAll("[0-9a-f]{40}", "HASH"),
                    trial.git("symbolic-ref", "HEAD"),
                    trial.git("for-each-ref", "--format=%(refname)", "refs/heads"),
                    trial.git("log", "--format=%s", "--first-parent", "main"),
                    trial.git("ls-files", "-s"),
                    trial.git("rev-parse", "HEAD^{tree}"),
                    trial.git("status", "--porcelain"));
        }
    }

    private interface Scenario {
        void in(Path top) throws IOException;
    }

    /** The same call, made once in peace, and in a place of its own for each blow. */
    private void endsAsIfNothingHadHappened(Scenario scene, List<KillPoint> blows, String... call)
            throws IOException {
        var template = new FolderTemplate(scene::in);
        var calm = AgentTrial.in(template.copyTo(top.resolve("calm"))).program("npm", NPM);
        var undisturbed = FinalState.of(calm, calm.run(call));
        for (var blow : blows) {
            var there = place(blow);
            var trial = AgentTrial.in(template.copyTo(there)).program("npm", NPM);
            new KillableDriver(there, trial).kill(blow, call);
            assertThat(FinalState.of(trial, trial.run(call)))
                    .as("killed " + blow.name())
                    .isEqualTo(undisturbed);
        }
    }

    private Path place(KillPoint blow) throws IOException {
        return Files.createDirectories(top.resolve(blow.name().replaceAll("[^a-z]+", "-")));
    }

    /** The remote's main has gone on with a file, and changed another. */
    private static void theyPush(Path top, AgentTrial trial) throws IOException {
        trial.git(
                "clone",
                "-q",
                top.resolve("remote.git").toString(),
                top.resolve("theirs").toString());
        var theirs = top.resolve("theirs").toString();
        Files.writeString(top.resolve("theirs/README.md"), "hello\nfrom elsewhere\n");
        Files.writeString(top.resolve("theirs/theirs.txt"), "theirs\n");
        trial.git("-C", theirs, "add", "-A");
        trial.git("-C", theirs, "commit", "-q", "-m", "theirs");
        trial.git("-C", theirs, "push", "-q");
    }

    private static final List<KillPoint> OPENING =
            blows(
                    List.of("checkout main", "pull", "checkout -b"),
                    new KillPoint.DuringFileWrite("checkout main", "here.txt"),
                    new KillPoint.DuringFileWrite("pull", "theirs.txt"),
                    new KillPoint.AfterRefUpdate("refs/heads/feat/implement-new-feature"));

    @Test
    @Thorough
    void S0_15_a_crash_while_a_branch_is_opened_changes_no_result() throws IOException {
        endsAsIfNothingHadHappened(
                at -> {
                    var trial =
                            project(at)
                                    .state("CREATING_BRANCH")
                                    .plan(plan(task("One", "TODO", step("RED", "TODO"))));
                    trial.file("here.txt", "only on main\n").git("add", "here.txt");
                    trial.git("commit", "-q", "-m", "here");
                    trial.git("push", "-q");
                    theyPush(at, trial);
                    trial.git("checkout", "-q", "-b", "elsewhere", "HEAD~1");
                    trial.turn("submit_work");
                },
                OPENING,
                "task",
                "get");
    }

    private static final List<KillPoint> RESETTING =
            blows(
                    List.of("reset --hard HEAD", "clean -f"),
                    new KillPoint.AfterRefUpdate("refs/heads/main"),
                    new KillPoint.DuringFileWrite("reset --hard HEAD", "README.md"));

    @Test
    @Thorough
    void S0_42_a_crash_while_the_tree_is_reset_changes_no_result() throws IOException {
        endsAsIfNothingHadHappened(
                at -> {
                    var trial =
                            project(at)
                                    .file("foldline.yaml", "tdd: { reduce_scope_at: 1 }\n")
                                    .state("EXECUTING_TDD")
                                    .plan(
                                            plan(
                                                    task("One", "TODO", step("GREEN", "TODO")),
                                                    task("Two", "TODO", step("GREEN", "TODO"))));
                    trial.file("one.txt", "done\n")
                            .turn(SamplePlans.SUBMIT, SamplePlans.test("true", "PASS"));
                    trial.turn(GET);
                    trial.git("commit", "-q", "--allow-empty", "-m", "a checkpoint of nothing");
                    trial.turn(GET);
                    trial.turn(SamplePlans.SUBMIT, SamplePlans.test("false", "PASS"));
                    trial.file("README.md", "spoilt\n")
                            .file("PLAN.md", "spoilt\n")
                            .file("new.txt", "half done\n");
                },
                RESETTING,
                "task",
                "reduce-scope");
        for (var blow : RESETTING) {
            var trial = AgentTrial.in(place(blow));
            var all = new StringBuilder();
            for (var ref :
                    trial.git("for-each-ref", "--format=%(refname)", "refs/foldline/saved")
                            .lines()
                            .toList()) all.append(trial.git("ls-tree", ref)).append('\n');
            var spoilt =
                    trial.git(
                            "hash-object",
                            trial.file("../same", "spoilt\n")
                                    .folder()
                                    .resolve("../same")
                                    .toString());
            assertThat(trial.git("log", "--format=%s"))
                    .as("killed " + blow.name())
                    .startsWith("Checkpoint of completed steps\na checkpoint of nothing\n");
            assertThat(trial.git("show", "--format=", "--name-status", "HEAD"))
                    .as("killed " + blow.name())
                    .isEqualTo("A\tone.txt");
            assertThat(all.toString())
                    .as("killed " + blow.name())
                    .contains(spoilt + "\tREADME.md", spoilt + "\tPLAN.md", "new.txt");
        }
    }

    private static final List<KillPoint> MERGING =
            blows(
                    List.of("checkout main", "pull", "merge --no-ff", "branch -d"),
                    new KillPoint.DuringFileWrite("checkout main", "gone.txt"),
                    new KillPoint.DuringFileWrite("pull", "theirs.txt"),
                    new KillPoint.DuringFileWrite("merge --no-ff", "it.txt"),
                    new KillPoint.AfterRefUpdate("refs/heads/feat/it"));

    @Test
    void S0_51_a_crash_while_the_branch_is_merged_changes_no_result() throws IOException {
        endsAsIfNothingHadHappened(
                at -> {
                    var trial = project(at).file("gone.txt", "not on the branch\n");
                    trial.git("add", "gone.txt");
                    trial.git("commit", "-q", "-m", "a file");
                    trial.git("push", "-q");
                    trial.git("checkout", "-q", "-b", "feat/it");
                    trial.git("rm", "-q", "gone.txt");
                    trial.file("README.md", "hello\n").file("it.txt", "it\n").git("add", "-A");
                    trial.git("commit", "-q", "-m", "feat: it");
                    theyPush(at, trial);
                    trial.state(
                                    "MERGING_BRANCH",
                                    "\"current_pr_branch\": \"feat/it\", \"last_commit_hash\": \""
                                            + trial.git("rev-parse", "HEAD")
                                            + "\"")
                            .plan(plan(task("One", "DONE", step("GREEN", "DONE"))));
                    trial.turn("submit_work");
                },
                MERGING,
                "task",
                "get");
        for (var blow : MERGING)
            assertThat(
                            AgentTrial.in(place(blow))
                                    .git(
                                            "rev-list",
                                            "--merges",
                                            "--first-parent",
                                            "--count",
                                            "main"))
                    .as(blow.name())
                    .isEqualTo("1");
    }

    /** Before the first command; between two of them; behind the last; and within some. */
    private static List<KillPoint> blows(List<String> commands, KillPoint... within) {
        var all =
                Stream.concat(
                                Stream.of(within),
                                Stream.concat(
                                        commands.stream()
                                                .limit(1)
                                                .map(KillPoint.BeforeCommand::new),
                                        commands.stream().map(KillPoint.AfterCommand::new)))
                        .toList();
        return IntStream.iterate(0, each -> each < all.size(), each -> each + STRIDE)
                .mapToObj(all::get)
                .toList();
    }
}
