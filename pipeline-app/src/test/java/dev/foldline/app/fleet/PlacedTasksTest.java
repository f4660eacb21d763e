package dev.foldline.app.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.CliFixture.CommandResult;
import dev.foldline.app.command.operate.real.WorkerProcess;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.run.RunObserver;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.Stay.Manner;
import dev.foldline.effects.fleet.engine.StayEnd;
import dev.foldline.effects.fleet.engine.StayEnd.Kind;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;

/** The tasks of a workflow in clones of two hosts. No engine places them: the test does. */
class PlacedTasksTest {
    private static final String NAMED_FILE =
            """
            mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//')
            echo "$mine" > "$mine.txt"
            """;

    @TempDir Path folder;
    private String shared;
    private String workflow;
    private CliFixture user;

    /** Each developer waits until the other one has started: two hosts work at the same time. */
    private String meeting() {
        return """
        [ "$FOLDLINE_ROLE" = developer ] || exit 0
        mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//')
        touch "%1$s/$mine"
        until [ "$(ls "%1$s" | wc -l)" -ge 2 ]; do sleep 0.05; done
        echo "$mine" > "$mine.txt"
        """
                .formatted(folder.resolve("met"));
    }

    @BeforeEach
    void a_workflow_of_two_tasks() throws Exception {
        Files.createDirectories(folder.resolve("met"));
        user = CliFixture.ready(folder.resolve("user")).write("tasks.yaml", CliFixture.TWO_TASKS);
        shared = folder.resolve("shared.git").toString();
        user.git("clone", "-q", "--bare", user.root.toString(), shared);
        user.configured(configuration("3s"));
        var created = user.foldline("workflow", "create", "-f", "tasks.yaml", "--json");
        workflow = new JsonMapper().readTree(created.out()).at("/workflow/id").asString();
        assertThat(user.foldline("workflow", "ready").exit()).isZero();
    }

    private String configuration(String lease) {
        return "checks: []\nshare: { remote: \"%s\", lease: %s, engine: \"http://127.0.0.1:1\" }\n"
                .formatted(shared, lease);
    }

    private CliFixture host(String name, String agent) throws Exception {
        var host = CliFixture.empty(folder.resolve(name)).agent(agent);
        host.git("clone", "-q", shared, ".");
        return host.configured("checks: []\n");
    }

    private FutureTask<StayEnd> drive(CliFixture host, String run, long stay) {
        var clone = new WorkerClone(host.root, host.environment, shared);
        var hosted =
                new HostedRun(
                        new Stay(run, stay, Manner.RESUME),
                        "host",
                        clone,
                        RunObserver.NONE,
                        _ -> {},
                        () -> {},
                        () -> false);
        var driver = new FutureTask<>(hosted::drive);
        Thread.ofVirtual().start(driver);
        return driver;
    }

    /** Starts the workflow, and returns when its tasks can be taken by hosts. */
    private List<String> awaitPlacement(CompletableFuture<CommandResult> start) throws Exception {
        CliFixture.until(
                "two tasks in the shared repository",
                () -> tasks().size() == 2,
                () -> !start.isDone());
        return tasks();
    }

    private List<String> tasks() throws Exception {
        return user.git("ls-remote", shared, "refs/foldline/work/*")
                .lines()
                .map(line -> line.substring(line.lastIndexOf('/') + 1))
                .filter(run -> !run.equals(workflow))
                .toList();
    }

    private CompletableFuture<CommandResult> start() {
        return user.inAnotherTerminal("workflow", "start", "--on", "fleet");
    }

    @Test
    void two_hosts_work_at_the_same_time_and_the_user_s_clone_merges() throws Exception {
        var start = start();
        var tasks = awaitPlacement(start);
        var hosts = List.of(host("one", meeting()), host("two", meeting()));
        var drivers =
                List.of(drive(hosts.get(0), tasks.get(0), 1), drive(hosts.get(1), tasks.get(1), 1));
        for (var driver : drivers)
            assertThat(driver.get().kind()).as(driver.get().reason()).isEqualTo(Kind.ENDED);
        var reported = start.get();
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(reported.out()).contains("login completed, merged");
        assertThat(user.git("ls-tree", "--name-only", "main"))
                .isEqualTo("a.txt\nlogin.txt\nsearch.txt");
        assertThat(user.git("log", "--format=%s", "main"))
                .isEqualTo("Merge search: Add a search\nMerge login: Add a login\nfirst");
        for (var task : tasks)
            assertThat(user.foldline("replay", task, "--verify").exit()).isZero();
        for (var host : hosts)
            assertThat(host.git("worktree", "list").lines()).as("trees of tasks").hasSize(1);
    }

    private CliFixture other(String name) throws Exception {
        var other = CliFixture.empty(folder.resolve(name)).agent("exit 1");
        other.git("clone", "-q", shared, ".");
        return other.configured(configuration("3s"));
    }

    /** The other clone has nothing of the workflow, and one task was never published. */
    @Test
    void another_clone_continues_a_workflow_whose_driver_was_killed() throws Exception {
        user.configured(configuration("60s"));
        var killed =
                WorkerProcess.command(
                        user,
                        folder.resolve("start.log"),
                        List.of("workflow", "start", "--on", "fleet"));
        CliFixture.until(
                "two tasks in the shared repository", () -> tasks().size() == 2, killed::isAlive);
        var tasks = tasks();
        var host = host("one", NAMED_FILE);
        assertThat(drive(host, tasks.getFirst(), 1).get().kind()).isEqualTo(Kind.ENDED);
        killed.destroyForcibly().waitFor();
        unpublish("*", tasks.getLast());
        var other = other("other");
        var refused = other.foldline("workflow", "resume", workflow, "--from", shared);
        assertThat(refused.exit()).as(refused.all()).isEqualTo(ExitCode.LOCKED.value());
        assertThat(refused.err()).contains(resume() + " --take-over");
        var resumed =
                other.inAnotherTerminal(
                        "workflow", "resume", workflow, "--from", shared, "--take-over");
        CliFixture.until(
                "the task again", () -> tasks().contains(tasks.getLast()), () -> !resumed.isDone());
        assertThat(drive(host, tasks.getLast(), 1).get().kind()).isEqualTo(Kind.ENDED);
        assertThat(resumed.get().exit()).as(resumed.get().all()).isZero();
        assertThat(other.git("log", "--format=%s", "main"))
                .isEqualTo("Merge search: Add a search\nMerge login: Add a login\nfirst");
        assertThat(other.foldline("replay", workflow, "--verify").exit()).isZero();
        var late = user.foldline("workflow", "resume", workflow);
        assertThat(late.exit()).as(late.all()).isEqualTo(ExitCode.LOCKED.value());
        assertThat(late.err()).contains(resume());
        assertThat(user.git("log", "--format=%s", "main")).isEqualTo("first");
    }

    /** Its driver notices that the workflow was taken. */
    private void ended(CompletableFuture<CommandResult> start) throws Exception {
        user.foldline("workflow", "stop");
        start.get();
    }

    /** All refs of these runs in the shared repository, with their objects. */
    private List<String> published(List<String> runs) throws Exception {
        return user.git("ls-remote", shared, "refs/foldline/*")
                .lines()
                .filter(line -> runs.stream().anyMatch(line::contains))
                .toList();
    }

    /** As if the driver had been killed before it published the task. */
    private void unpublish(String refs, String task) throws Exception {
        var pattern = "refs/foldline/" + refs + "/" + task;
        for (var line : user.git("ls-remote", shared, pattern).lines().toList())
            user.git("push", "-q", shared, ":" + line.substring(line.indexOf('\t') + 1));
    }

    private String resume() {
        return "foldline workflow resume " + workflow + " --from " + shared;
    }

    private static RunDirectory directory(CliFixture place, String run) {
        return place.runs().directory(new RunId(run));
    }

    /** Both tasks change one file: the second merge conflicts. */
    @Test
    void the_target_of_the_other_clone_is_moved_to_the_merges_that_were_made() throws Exception {
        var start = start();
        var tasks = awaitPlacement(start);
        var host = host("one", "git rev-parse --abbrev-ref HEAD > same.txt\n");
        for (var task : tasks) assertThat(drive(host, task, 1).get().kind()).isEqualTo(Kind.ENDED);
        assertThat(start.get().all()).contains("conflict");
        var merged = user.git("rev-parse", "main");
        assertThat(user.git("log", "--format=%s", "main"))
                .isEqualTo("Merge login: Add a login\nfirst");
        var other = other("other");
        assertThat(resumedIn(other).all()).contains("conflict");
        assertThat(other.git("rev-parse", "main")).isEqualTo(merged);
        assertThat(other.git("status", "--porcelain", "-uno")).isEmpty();

        assertThat(host.foldline("gc", "--shared", shared).all())
                .contains("its workflow has not ended");

        var without = other("without");
        without.git("switch", "-q", "-c", "mine");
        without.git("branch", "-q", "-D", "main");
        assertThat(resumedIn(without).err())
                .contains("there is no branch main here", "git branch main " + merged, resume());
        assertThat(without.foldline("workflow", "resume", workflow).err()).contains(resume());
        without.git("branch", "main", merged);
        assertThat(resumedIn(without).all()).contains("conflict");

        var diverged = other("diverged");
        diverged.git("commit", "-q", "--allow-empty", "-m", "mine");
        assertThat(resumedIn(diverged).err())
                .contains("main here has commits of its own", "git merge " + merged, resume());
        diverged.git("merge", "-q", "-m", "both", merged);
        assertThat(resumedIn(diverged).all()).contains("conflict");

        var alone = other.foldline("resume", workflow, "--from", shared);
        assertThat(alone.exit()).as(alone.all()).isEqualTo(ExitCode.USAGE.value());
        assertThat(alone.err()).contains(resume());
        var task = other.foldline("workflow", "resume", tasks.getFirst(), "--from", shared);
        assertThat(task.exit()).as(task.all()).isEqualTo(ExitCode.USAGE.value());
        assertThat(task.err())
                .contains("foldline resume " + tasks.getFirst() + " --from " + shared);
        assertThat(other.foldline("resume", tasks.getFirst(), "--from", shared).out())
                .contains("already completed");
    }

    private CommandResult resumedIn(CliFixture other) {
        return other.foldline("workflow", "resume", workflow, "--from", shared);
    }
}
