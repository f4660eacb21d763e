package dev.foldline.app.command.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Main;
import dev.foldline.app.command.Host;
import dev.foldline.effects.machine.Thorough;
import dev.foldline.effects.store.StateFolder;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A run that two clones share: it survives the loss of its host, and never has two writers. */
class SharedRunTest {
    private static final String AGENT =
            """
            case "$FOLDLINE_ROLE" in
              planner) echo '{"summary":"s","steps":[{"title":"t"}]}' > .foldline/plan.json ;;
              developer) echo line >> work.txt ;;
              analyst) echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json ;;
              reviewer) echo '{"issues":[]}' > .foldline/issues.json ;;
              committer) echo '{"subject":"Do the work"}' > .foldline/commit_message.json ;;
            esac
            echo "$FOLDLINE_ROLE has worked"
            """;

    @TempDir Path folder;
    private CliFixture first;
    private CliFixture second;
    private Path shared;

    @BeforeEach
    void two_clones() throws Exception {
        shared = folder.resolve("shared.git");
        first = CliFixture.ready(folder.resolve("first")).agent(AGENT);
        first.git("clone", "-q", "--bare", first.root.toString(), shared.toString());
        first.git("remote", "add", "team", shared.toString());
        second = CliFixture.empty(folder.resolve("second")).agent(AGENT);
        second.git("clone", "-q", shared.toString(), ".");
        second.configured("checks: []\niterations: 1\nreviews: 1\n");
    }

    private static Path home(CliFixture place, String file) {
        return Path.of(place.environment.get("HOME")).resolve(file);
    }

    /** Starts a run in the first clone and returns the driver's process. */
    private ProcessHandle detached(String... more) throws Exception {
        var words = new ArrayList<>(List.of("run", "--share", "team"));
        words.addAll(List.of(more));
        words.addAll(List.of("--detach", "Add work"));
        var started = first.foldline(words.toArray(String[]::new));
        var pid = Pattern.compile("process (\\d+)").matcher(started.out());
        assertThat(pid.find()).as(started.all()).isTrue();
        Files.writeString(home(first, "pid"), pid.group(1));
        return ProcessHandle.of(Long.parseLong(pid.group(1))).orElseThrow();
    }

    private CliFixture.CommandResult takeOver(String... more) {
        var words = new ArrayList<>(List.of("resume", "@", "--from"));
        words.add(shared.toString());
        words.addAll(List.of(more));
        return second.foldline(words.toArray(String[]::new));
    }

    private String published() throws Exception {
        return second.git("ls-remote", shared.toString());
    }

    /** The second clone has the commit that an undisturbed run makes, once. */
    private void assertSameWork() throws Exception {
        assertThat(second.git("log", "--format=%s", "main..foldline/add-work"))
                .isEqualTo("Do the work");
        assertThat(second.git("ls-tree", "--name-only", "foldline/add-work"))
                .isEqualTo("a.txt\nwork.txt");
        assertThat(second.git("show", "foldline/add-work:work.txt")).isEqualTo("line");
        var verified = second.foldline("replay", "@", "--verify");
        assertThat(verified.exit()).as(verified.all()).isZero();
        assertThat(second.git("status", "--porcelain").lines().filter(l -> !l.endsWith(".yaml")))
                .isEmpty();
    }

    private void killedIn(String role) throws Exception {
        first.agent(
                "if [ $FOLDLINE_ROLE = "
                        + role
                        + " ]; then echo lost >> work.txt\n"
                        + AgentScripts.DEADLY
                        + "fi\n"
                        + AGENT);
        detached().onExit().get();
        var taken = asPrinted(second, takeOver());
        assertThat(taken.exit()).as(taken.all()).isZero();
        assertSameWork();
    }

    @Test
    void a_run_whose_host_is_lost_continues_in_another_clone() throws Exception {
        killedIn("analyst");
        var events = first.runs().newestFirst().getFirst().events();
        var before = Files.readString(events);
        var late = first.foldline("resume");
        assertThat(late.exit()).as(late.all()).isEqualTo(8);
        assertThat(late.err()).contains("was taken by").contains("epoch 2");
        assertThat(Files.readString(events)).isEqualTo(before);
        var back = asPrinted(first, late);
        assertThat(back.exit()).as(back.all()).isZero();
        assertThat(back.out()).contains("already completed");
        assertThat(first.git("rev-parse", "foldline/add-work"))
                .isEqualTo(second.git("rev-parse", "foldline/add-work"));
    }

    /** A clone of the same user: with one home, and one folder for state. */
    private CliFixture clone(String name) throws Exception {
        var clone = CliFixture.empty(folder.resolve(name)).agent(AGENT);
        clone.git("clone", "-q", shared.toString(), ".");
        clone.configured("checks: []\niterations: 1\nreviews: 1\n");
        return ofOneUser(clone);
    }

    private CliFixture ofOneUser(CliFixture clone) {
        for (var name : List.of("XDG_STATE_HOME", "XDG_CONFIG_HOME"))
            clone.environment.put(name, first.environment.get(name));
        return clone;
    }

    /** What a run must leave alone in a clone where it did not begin. */
    private static String checkout(CliFixture clone) throws Exception {
        return clone.git("rev-parse", "HEAD", "main")
                + clone.git("status", "--porcelain", "--branch")
                + clone.git("reflog", "--format=%H %gs", "HEAD");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--worktree"})
    void a_run_moves_between_clones_of_one_user_and_leaves_their_checkouts_alone(String tree)
            throws Exception {
        ofOneUser(second);
        var third = clone("third");
        var words = new ArrayList<>(List.of("run", "--share", "team", "Add work"));
        if (!tree.isEmpty()) words.add(tree);
        words.addAll(List.of("--until", "planning"));
        first.foldline(words.toArray(String[]::new));
        var before = List.of(checkout(second), checkout(third));
        for (var phase : List.of("development", "commit", "review"))
            moved(phase.equals("commit") ? third : second, phase);
        var back = moved(first, "final-validation");
        assertThat(back.err()).doesNotContain("error:");
        var done = moved(second, "end");
        assertThat(done.exit()).as(done.all()).isZero();
        assertSameWork();
        assertThat(List.of(checkout(second), checkout(third))).isEqualTo(before);
    }

    private CliFixture.CommandResult moved(CliFixture clone, String until) {
        var moved = clone.foldline("resume", "@", "--from", shared.toString(), "--until", until);
        assertThat(moved.err()).as(until).doesNotContain("error:");
        return moved;
    }

    @Test
    void a_run_without_a_branch_whose_tree_is_gone_does_not_enter_the_checkout() throws Exception {
        first.git("checkout", "-q", "--detach");
        first.foldline("run", "--in-place", "--until", "planning", "Add work");
        var run = first.runs().newestFirst().getFirst();
        var trees = Path.of(first.environment.get("XDG_STATE_HOME"), "foldline", "worktrees");
        Files.createDirectories(trees);
        Files.writeString(run.place(), trees.toRealPath().resolve("gone").toString());
        var before = checkout(first);
        var refused = first.foldline("resume");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(1);
        assertThat(refused.err()).contains("is gone");
        assertThat(checkout(first)).isEqualTo(before);
    }

    @Test
    void a_tree_of_another_repository_is_not_touched() throws Exception {
        first.foldline("run", "--share", "team", "--worktree", "--until", "planning", "Add work");
        var run = first.runs().newestFirst().getFirst().id().text();
        var trees = StateFolder.worktrees(second.environment, second.root.resolve(".git"));
        var tree = Files.createDirectories(trees.orElseThrow().resolve(run));
        second.git("init", "-q", tree.toString());
        Files.writeString(tree.resolve("precious.txt"), "theirs");
        var refused = takeOver();
        assertThat(refused.exit()).as(refused.all()).isNotZero();
        assertThat(refused.err()).contains("is a working tree of another repository");
        assertThat(tree.resolve("precious.txt")).hasContent("theirs");
        Files.move(tree, folder.resolve("elsewhere"));
        var taken = takeOver("--until", "end");
        assertThat(taken.exit()).as(taken.all()).isZero();
        assertSameWork();
    }

    @Test
    void a_repository_that_declines_is_not_one_that_is_away() throws Exception {
        var hook = Files.createDirectories(shared.resolve("hooks")).resolve("pre-receive");
        Files.writeString(hook, "#!/bin/sh\necho 'not below refs/foldline'\nexit 1\n");
        hook.toFile().setExecutable(true);
        var declined = first.foldline("run", "--share", "team", "Add work");
        assertThat(declined.exit()).as(declined.all()).isEqualTo(1);
        assertThat(declined.err()).contains("declines", "not below refs/foldline");
        Files.move(shared, shared.resolveSibling("away.git"));
        var away = first.foldline("resume");
        assertThat(away.exit()).as(away.all()).isEqualTo(75);
        assertThat(away.err()).contains("does not answer");
        Files.move(shared.resolveSibling("away.git"), shared);
        Files.delete(hook);
        assertThat(asPrinted(first, away).exit()).isZero();
    }

    @Test
    void a_run_for_the_fleet_that_was_not_published_is_submitted_as_printed() throws Exception {
        first.configured("share: { remote: team, engine: 'http://127.0.0.1:9' }\nchecks: []\n");
        Files.move(shared, shared.resolveSibling("away.git"));
        var away = first.foldline("run", "--on", "fleet", "Add work");
        assertThat(away.exit()).as(away.all()).isEqualTo(75);
        assertThat(away.err()).contains("the run is not submitted", "--on fleet");
        Files.move(shared.resolveSibling("away.git"), shared);
        var published = asPrinted(first, away);
        assertThat(published.err()).as("only the engine is away").contains("the run is shared;");
        assertThat(published()).contains("refs/foldline/logs/");
    }

    @Thorough
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void so_it_does_from_any_place(long seed) throws Exception {
        first.agent("sleep 0.1\n" + AGENT);
        var driver = detached();
        CliFixture.until(
                "a published log",
                () -> published().contains("refs/foldline/logs/"),
                driver::isAlive);
        TimeUnit.MILLISECONDS.sleep(new Random(seed).nextInt(2500));
        driver.destroyForcibly();
        driver.onExit().get();
        var taken = takeOver("--take-over");
        assertThat(taken.exit()).as(taken.all()).isZero();
        assertSameWork();
    }

    @Test
    void a_driver_that_was_stopped_past_its_lease_publishes_nothing_more() throws Exception {
        first.agent(
                "if [ $FOLDLINE_ROLE = developer ]; then touch \"$HOME/called\"\n"
                        + "until [ -e \"$HOME/go\" ]; do sleep 0.05; done; fi\n"
                        + AGENT);
        var driver = detached("--set", "share.lease=1s");
        var events = first.runs().newestFirst().getFirst().events();
        CliFixture.until("a developer", () -> Files.exists(home(first, "called")), driver::isAlive);
        signal(driver, "STOP");
        CliFixture.CommandResult[] taken = {takeOver()};
        CliFixture.until(
                "an expired lease",
                () -> {
                    if (taken[0].exit() == 8) taken[0] = takeOver();
                    return taken[0].exit() != 8;
                },
                driver::isAlive);
        assertThat(taken[0].exit()).as(taken[0].all()).isZero();
        var before = published();
        var started = startTime(events);
        signal(driver, "CONT");
        Files.writeString(home(first, "go"), "");
        driver.onExit().get();
        assertThat(published()).isEqualTo(before);
        assertThat(startTime(events)).isEqualTo(started);
        assertSameWork();
    }

    /** Runs the command that an error names. */
    private static CliFixture.CommandResult asPrinted(
            CliFixture place, CliFixture.CommandResult error) {
        var command = Pattern.compile("foldline (resume .*)").matcher(error.err());
        assertThat(command.find()).as(error.all()).isTrue();
        return place.foldline(command.group(1).strip().split(" "));
    }

    private static long startTime(Path events) throws Exception {
        return Files.readAllLines(events).stream()
                .filter(line -> line.contains("{\"type\":\"effect_started\""))
                .count();
    }

    private static void signal(ProcessHandle process, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, "" + process.pid()).start().waitFor())
                .isZero();
    }

    @Test
    void a_run_waits_for_a_shared_repository_that_is_away() throws Exception {
        first.agent(
                "[ $FOLDLINE_ROLE != planner ] || mv '%s' '%s.away'\n".formatted(shared, shared)
                        + AGENT);
        var printed = new ByteArrayOutputStream();
        var stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        var host =
                new Host(
                        stream,
                        stream,
                        first.environment,
                        InputStream.nullInputStream(),
                        first.root,
                        false,
                        "foldline");
        var run =
                CompletableFuture.supplyAsync(
                        () -> Main.run(host, "run", "--share", "team", "Add work"),
                        task -> Thread.ofPlatform().daemon().start(task));
        CliFixture.until(
                "a notice",
                () -> printed.toString(StandardCharsets.UTF_8).contains("does not answer"),
                () -> !run.isDone());
        assertThat(takeOver("--take-over").exit()).isEqualTo(75);
        Files.move(folder.resolve("shared.git.away"), shared);
        assertThat(run.get()).as("%s", printed).isZero();
        assertThat(published()).contains(first.git("rev-parse", "foldline/add-work"));
    }

    @Test
    void what_contains_a_secret_is_not_published() throws Exception {
        first.agent(
                AGENT
                        + "[ $FOLDLINE_ROLE != developer ] || echo ghp_"
                        + "0123456789abcdefghijABCDEFGHIJ012345 > token.txt\n");
        var reported = first.foldline("run", "--share", "team", "Add work");
        assertThat(reported.exit()).as(reported.all()).isEqualTo(1);
        assertThat(reported.err()).contains("token.txt");
        Files.delete(first.root.resolve("token.txt"));
        var resumed = asPrinted(first, reported);
        assertThat(resumed.exit()).as(resumed.all()).isZero();
    }
}
