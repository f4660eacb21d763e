package dev.foldline.app.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import dev.foldline.app.command.operate.Place.Told;
import dev.foldline.app.run.RunObserver;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.Stay.Manner;
import dev.foldline.effects.fleet.engine.StayEnd;
import dev.foldline.effects.fleet.engine.StayEnd.Kind;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;

/** The tasks of a workflow in clones of two hosts. No engine places them: the test does. */
class PlacedTasksTest {
    @TempDir Path folder;
    private String shared;
    private Place user;

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
        user = Place.ready(folder.resolve("user")).write("tasks.yaml", Place.TWO_TASKS);
        shared = folder.resolve("shared.git").toString();
        user.git("clone", "-q", "--bare", user.root.toString(), shared);
        user.configured(
                "checks: []\nshare: { remote: \"%s\", lease: 3s, engine: \"http://127.0.0.1:1\" }\n"
                        .formatted(shared));
        user.foldline("workflow", "create", "-f", "tasks.yaml");
        assertThat(user.foldline("workflow", "ready").exit()).isZero();
    }

    private Place host(String name, String agent) throws Exception {
        var host = Place.empty(folder.resolve(name)).agent(agent);
        host.git("clone", "-q", shared, ".");
        return host.configured("checks: []\n");
    }

    private FutureTask<StayEnd> driven(Place host, String run, long stay) {
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
    private List<String> placed(CompletableFuture<Told> workflow) throws Exception {
        Place.until(
                "two tasks in the shared repository",
                () -> tasks().size() == 2,
                () -> !workflow.isDone());
        return tasks();
    }

    private List<String> tasks() throws Exception {
        return user.git("ls-remote", shared, "refs/foldline/work/*")
                .lines()
                .map(line -> line.substring(line.lastIndexOf('/') + 1))
                .toList();
    }

    private CompletableFuture<Told> started() {
        return user.inAnotherTerminal("workflow", "start", "--on", "fleet");
    }

    @Test
    void two_hosts_work_at_the_same_time_and_the_user_s_clone_merges() throws Exception {
        var workflow = started();
        var tasks = placed(workflow);
        var hosts = List.of(host("one", meeting()), host("two", meeting()));
        var drivers =
                List.of(
                        driven(hosts.get(0), tasks.get(0), 1),
                        driven(hosts.get(1), tasks.get(1), 1));
        for (var driver : drivers)
            assertThat(driver.get().kind()).as(driver.get().reason()).isEqualTo(Kind.ENDED);
        var reported = workflow.get();
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

    @Test
    @Thorough
    void a_cancelled_workflow_takes_its_tasks_from_their_hosts() throws Exception {
        var workflow = started();
        var tasks = placed(workflow);
        var host =
                host(
                        "one",
                        "touch \"%s\"\nwhile :; do sleep 0.1; done\n"
                                .formatted(folder.resolve("called")));
        var driver = driven(host, tasks.getFirst(), 1);
        Place.until(
                "an agent",
                () -> Files.exists(folder.resolve("called")),
                () -> !workflow.isDone() && !driver.isDone());
        var cancelled = user.foldline("workflow", "cancel", "--yes");
        assertThat(cancelled.exit()).as(cancelled.all()).isZero();
        workflow.get();
        assertThat(driver.get().reason()).contains("was taken by");
        for (var task : tasks)
            assertThat(user.foldline("status", task).out()).contains("cancelled");
    }

    @Test
    @Thorough
    void a_stopped_workflow_pauses_its_tasks_and_resumes_them() throws Exception {
        var workflow = started();
        var tasks = placed(workflow);
        var host = host("one", meeting());
        var driver = driven(host, tasks.getFirst(), 1);
        Place.until(
                "an agent",
                () -> Files.list(folder.resolve("met")).findAny().isPresent(),
                () -> !driver.isDone());
        assertThat(user.foldline("workflow", "stop").exit()).isZero();
        workflow.get();
        Place.until(
                "a pause of the task",
                () -> host.foldline("log", tasks.getFirst()).out().contains("paused"),
                () -> !driver.isDone());
        Files.writeString(folder.resolve("met/other"), "");
        assertThat(driver.get().kind()).as(driver.get().reason()).isEqualTo(Kind.PARKED);
        var resumed = user.inAnotherTerminal("workflow", "resume");
        var again = List.of(driven(host, tasks.getFirst(), 2), driven(host, tasks.getLast(), 1));
        for (var each : again)
            assertThat(each.get().kind()).as(each.get().reason()).isEqualTo(Kind.ENDED);
        assertThat(resumed.get().exit()).as(resumed.get().all()).isZero();
        assertThat(user.git("ls-tree", "--name-only", "main"))
                .isEqualTo("a.txt\nlogin.txt\nsearch.txt");
    }
}
