package dev.foldline.app.command.operate.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.fleet.restate.RestateNode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The tasks of a workflow on two workers in processes of their own, with a real engine. */
class RealFleetTasksTest {
    private static final String TASKS =
            """
            name: Shop
            tasks:
              - { name: ant, description: Add an ant, terminals: [ { role: developer, agent: mine } ] }
              - { name: bee, description: Add a bee, terminals: [ { role: developer, agent: mine } ] }
              - { name: cat, description: Add a cat, terminals: [ { role: developer, agent: mine } ] }
              - { name: dog, description: Add a dog, terminals: [ { role: developer, agent: mine } ] }
            """;
    private static final String WORK =
            """
            mine=$(git rev-parse --abbrev-ref HEAD | sed 's/.*-//')
            echo "$mine" > "$mine.txt"
            """;

    @TempDir Path folder;
    private RestateNode node;
    private FleetUser user;
    private final List<WorkerProcess> workers = new ArrayList<>();

    @BeforeEach
    void engine() throws Exception {
        node = RestateNode.start(folder.resolve("engine"));
        var shared = folder.resolve("shared.git");
        user =
                FleetUser.of(
                        folder.resolve("user"),
                        shared,
                        shared.toString(),
                        node.ingress().toString());
        user.place().write("tasks.yaml", TASKS);
        user.place().foldline("workflow", "create", "-f", "tasks.yaml");
        assertThat(user.place().foldline("workflow", "ready").exit()).isZero();
    }

    @AfterEach
    void end() throws Exception {
        for (var worker : workers) worker.close();
        if (node != null) node.close();
    }

    private CliFixture worker(String name, String agent) throws Exception {
        var clone = user.clone(folder.resolve(name), agent, user.remote());
        workers.add(WorkerProcess.start(clone, name, node));
        return clone;
    }

    private void assertMerged(CliFixture.CommandResult reported) throws Exception {
        assertThat(reported.exit()).as(reported.all()).isZero();
        assertThat(user.place().git("log", "--format=%s", "main"))
                .isEqualTo(
                        "Merge dog: Add a dog\n"
                                + "Merge cat: Add a cat\n"
                                + "Merge bee: Add a bee\n"
                                + "Merge ant: Add an ant\n"
                                + "first");
        assertThat(user.place().git("ls-tree", "--name-only", "main"))
                .isEqualTo("a.txt\nant.txt\nbee.txt\ncat.txt\ndog.txt");
    }

    /** No developer ends before two have started, and each worker has one slot. */
    @Test
    void both_workers_drive_tasks_at_the_same_time() throws Exception {
        var met = Files.createDirectories(folder.resolve("met"));
        var meeting =
                "touch \"%1$s/$(basename \"$PWD\")\"\nuntil [ \"$(ls \"%1$s\" | wc -l)\" -ge 2 ]; do sleep 0.05; done\n"
                        .formatted(met);
        worker("one", meeting + WORK);
        worker("two", meeting + WORK);
        assertMerged(user.place().foldline("workflow", "start", "--on", "fleet"));
        for (var worker : workers) assertThat(worker.printed()).contains("is driven here");
    }

    @Test
    void the_tasks_of_a_killed_worker_continue_on_the_other_one() throws Exception {
        var waiting =
                "touch \"$HOME/called\"\nuntil [ -e \"$HOME/go\" ]; do sleep 0.05; done\n" + WORK;
        var clone = worker("one", waiting);
        var workflow = user.place().inAnotherTerminal("workflow", "start", "--on", "fleet");
        FleetUser.awaitDeveloper(clone, workers.getFirst());
        worker("two", WORK);
        workers.getFirst().kill();
        assertMerged(workflow.get());
    }
}
