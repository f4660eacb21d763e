package dev.foldline.app.command.operate.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.fleet.restate.RestateNode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Workers in processes of their own, a real engine, and a shared repository. */
class RealFleetTest {
    private static final String BRANCH = "foldline/add-work";

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
    }

    @AfterEach
    void end() throws Exception {
        for (var worker : workers) worker.close();
        if (node != null) node.close();
    }

    private CliFixture clone(String name, String agent) throws Exception {
        return user.clone(folder.resolve(name), agent, user.remote());
    }

    private WorkerProcess worker(CliFixture clone, String name, String... more) throws Exception {
        var worker = WorkerProcess.start(clone, name, node, more);
        workers.add(worker);
        return worker;
    }

    private WorkerProcess worker(String name, String... more) throws Exception {
        return worker(clone(name, FleetUser.AGENT), name, more);
    }

    @Test
    void a_run_continues_on_another_worker_when_its_own_is_killed() throws Exception {
        var clone = clone("one", FleetUser.WAITING_AGENT);
        var killed = worker(clone, "one");
        var run = user.submit("Add work");
        FleetUser.awaitDeveloper(clone, killed);
        var other = worker("two");
        killed.kill();
        other.awaits("not driven here any more: Done in ");
        user.assertDone(run, BRANCH);
        assertThat(user.fleet()).contains(run).contains("Done in ").contains("host two");
    }

    @Test
    void a_worker_that_is_ended_moves_its_runs() throws Exception {
        var clone = clone("one", FleetUser.WAITING_AGENT);
        var ended = worker(clone, "one");
        var run = user.submit("Add work");
        FleetUser.awaitDeveloper(clone, ended);
        var other = worker("two");
        ended.process().destroy();
        assertThat(ended.process().waitFor()).isEqualTo(143);
        other.awaits("not driven here any more: Done in ");
        user.assertDone(run, BRANCH);
        assertThat(ended.printed()).contains("its host stops");
    }

    @Test
    void a_run_waits_for_a_worker_with_its_label() throws Exception {
        var unlabelled = worker("one");
        var run = user.submit("--label", "gpu", "Add work");
        CliFixture.until(
                "a run without a worker",
                () -> user.fleet().contains("Waiting for a worker: " + run),
                unlabelled.process()::isAlive);
        worker("two", "--label", "gpu").awaits("not driven here any more: Done in ");
        assertThat(unlabelled.printed()).doesNotContain(run);
        user.assertDone(run, BRANCH);
    }

    @Test
    void a_run_is_submitted_again_when_a_worker_is_there() throws Exception {
        var refused = user.place().foldline("run", "--on", "fleet", "Add work");
        assertThat(refused.exit()).as(refused.all()).isEqualTo(75);
        assertThat(refused.err()).contains("no worker is registered");
        var printed = Pattern.compile("foldline (resume .* --on fleet)").matcher(refused.err());
        assertThat(printed.find()).as(refused.all()).isTrue();
        var worker = worker("one");
        var again = user.place().foldline(printed.group(1).split(" "));
        assertThat(again.exit()).as(again.all()).isZero();
        worker.awaits("not driven here any more: Done in ");
        var next = Pattern.compile("foldline (status .*)").matcher(again.out());
        assertThat(next.find()).isTrue();
        assertThat(user.place().foldline(next.group(1).strip().split(" ")).out())
                .contains("Done in ");
    }

    @Test
    void an_approval_from_any_clone_wakes_the_run() throws Exception {
        var worker = worker("one");
        var run = user.submit("--gate", "planning", "Add work");
        worker.awaits("not driven here any more: waits");
        var sent = user.place().foldline("approve", "planning", run, "--from", user.remote());
        assertThat(sent.exit()).as(sent.all()).isZero();
        worker.awaits("not driven here any more: Done in ");
        user.assertDone(run, BRANCH);
    }
}
