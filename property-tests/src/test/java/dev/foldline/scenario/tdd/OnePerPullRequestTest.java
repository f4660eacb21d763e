package dev.foldline.scenario.tdd;

import static dev.foldline.scenario.tdd.SamplePlans.GET;
import static dev.foldline.scenario.tdd.SamplePlans.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.AgentTrial;
import dev.foldline.scenario.tdd.KillableDriver.KillPoint;
import dev.foldline.testkit.simulation.SeededRandom;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Law: whatever the pull requests of a repository are called, however their remote goes on
 * meanwhile, whatever a person has configured and wherever drivers die, each that is finished is
 * exactly one first-parent commit on the base.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class OnePerPullRequestTest {
    private static final int REQUESTS = 2;
    private static final List<String> TITLES =
            List.of(
                    "feat: It",
                    "feat: It",
                    "fix(core)!: a \"quoted\" $HOME `thing`",
                    "Größer, schneller",
                    "…",
                    "chore: " + "very long ".repeat(20));
    private static final List<String> PULLS = List.of("", "true", "false", "merges");
    private static final List<KillPoint> OPENING =
            List.of(
                    new KillPoint.BeforeCommand("checkout main"),
                    new KillPoint.AfterCommand("pull"),
                    new KillPoint.BeforeCommand("checkout -b"),
                    new KillPoint.AfterCommand("checkout -b"));
    private static final List<KillPoint> MERGING =
            List.of(
                    new KillPoint.AfterCommand("checkout main"),
                    new KillPoint.AfterCommand("pull"),
                    new KillPoint.BeforeCommand("merge --no-ff"),
                    new KillPoint.AfterCommand("merge --no-ff"),
                    new KillPoint.AfterCommand("branch -d"));

    @TempDir Path top;

    private AgentTrial trial;
    private SeededRandom luck = SeededRandom.of(0);
    private int drawn;
    private int theirs;

    @BeforeEach
    void aProjectThatOthersHaveToo() throws IOException {
        trial = project(top);
        trial.git(
                "clone",
                "-q",
                top.resolve("remote.git").toString(),
                top.resolve("theirs").toString());
    }

    static LongStream seeds() {
        var one = Long.getLong("foldline.seed");
        return one != null
                ? LongStream.of(one)
                : LongStream.rangeClosed(1, Integer.getInteger("foldline.git.seeds", 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void a_finished_pull_request_is_one_first_parent_commit_on_the_base(long seed)
            throws IOException {
        luck = SeededRandom.of(seed);
        var pulls = PULLS.get(below(PULLS.size()));
        if (!pulls.isEmpty()) trial.git("config", "pull.rebase", pulls);
        var start = trial.git("rev-parse", "main");
        var tips = new ArrayList<String>();
        for (int i = 0; i < REQUESTS; i++)
            tips.add(
                    delivered(
                            new PullRequestFixture(
                                    trial, TITLES.get(below(TITLES.size())), "made" + i + ".txt")));
        var merges = new ArrayList<String>();
        for (var line :
                trial.git("log", "--first-parent", "--reverse", "--format=%s|%P", start + "..main")
                        .lines()
                        .toList()) {
            var second = line.substring(line.lastIndexOf('|') + 1).split(" ");
            if (second.length > 1 && tips.contains(second[1])) merges.add(second[1]);
            else
                assertThat(line)
                        .as("seed %s: what is of no pull request is of somebody else", seed)
                        .matches("theirs.*|Merge branch 'main' of .*");
        }
        assertThat(merges).as("seed %s", seed).isEqualTo(tips);
        assertThat(trial.git("branch", "--list", "fe*/*", "fix/*", "chore/*")).isEmpty();
    }

    /** Where its branch was when it was merged. */
    private String delivered(PullRequestFixture request) throws IOException {
        meanwhile();
        request.planned();
        assertThat(run(OPENING).status()).isEqualTo("EXECUTING_TDD");
        request.worked();
        request.finished();
        var tip = trial.git("rev-parse", "HEAD");
        meanwhile();
        assertThat(run(MERGING).out()).startsWith("Branch merged and deleted.");
        return tip;
    }

    /** The next task, perhaps after a driver has died on the way to it. */
    private AgentTrial.Turn run(List<KillPoint> blows) throws IOException {
        if (below(2) == 0)
            new KillableDriver(top, trial).kill(blows.get(below(blows.size())), "task", "get");
        return trial.turn(GET);
    }

    /** Others push, or a person pushes what was merged here. */
    private void meanwhile() throws IOException {
        trial.git("fetch", "-q");
        if (below(3) == 0 && trial.git("rev-list", "main..origin/main").isEmpty())
            trial.git("push", "-q", "origin", "main");
        if (below(2) == 0) return;
        var there = top.resolve("theirs");
        trial.git("-C", there.toString(), "pull", "-q");
        Files.writeString(there.resolve("theirs" + theirs + ".txt"), "theirs\n");
        trial.git("-C", there.toString(), "add", "-A");
        trial.git("-C", there.toString(), "commit", "-q", "-m", "theirs " + theirs++);
        trial.git("-C", there.toString(), "push", "-q");
    }

    private int below(int bound) {
        return luck.fork(drawn++).below(bound);
    }
}
