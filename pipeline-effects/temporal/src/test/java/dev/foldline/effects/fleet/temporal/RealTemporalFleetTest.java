package dev.foldline.effects.fleet.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.command.operate.real.FleetUser;
import dev.foldline.app.command.operate.real.WorkerProcess;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Workers in processes of their own, Temporal's test server, and a shared repository. */
@Thorough
class RealTemporalFleetTest {
    private static final String BRANCH = "foldline/add-work";

    @TempDir Path folder;
    private PortServer server;
    private FleetUser user;
    private final List<WorkerProcess> workers = new ArrayList<>();

    @BeforeEach
    void engine() throws Exception {
        int port = PortServer.freePort();
        server = new PortServer(port);
        var shared = folder.resolve("shared.git");
        user =
                FleetUser.of(
                        folder.resolve("user"),
                        shared,
                        shared.toString(),
                        "temporal://127.0.0.1:" + port);
    }

    @AfterEach
    void end() throws Exception {
        for (var worker : workers) worker.close();
        server.close();
    }

    private CliFixture clone(String name, String agent) throws Exception {
        return user.clone(folder.resolve(name), agent, user.remote());
    }

    private WorkerProcess worker(CliFixture clone, String name) throws Exception {
        var output = Files.createTempFile(folder, name, ".log");
        var process =
                WorkerProcess.command(
                        clone, output, List.of("worker", "--name", name, "--timeout", "5s"));
        var worker = new WorkerProcess(process, output);
        workers.add(worker);
        worker.awaits("waits for runs");
        return worker;
    }

    @Test
    void a_run_that_was_submitted_without_a_worker_is_done_by_the_first_one() throws Exception {
        var run = user.submit("--gate", "planning", "Add work");
        var worker = worker(clone("one", FleetUser.AGENT), "one");
        worker.awaits("not driven here any more: waits");
        var sent = user.place().foldline("approve", "planning", run, "--from", user.remote());
        assertThat(sent.exit()).as(sent.all()).isZero();
        worker.awaits("not driven here any more: Done in ");
        user.assertDone(run, BRANCH);
        assertThat(user.fleet()).contains(run).contains("Done in ").contains("host one");
    }

    @Test
    void a_run_continues_on_another_worker_when_its_own_is_killed() throws Exception {
        var clone = clone("one", FleetUser.WAITING_AGENT);
        var killed = worker(clone, "one");
        var run = user.submit("Add work");
        FleetUser.awaitDeveloper(clone, killed);
        killed.kill();
        var other = worker(clone("two", FleetUser.AGENT), "two");
        other.awaits("not driven here any more: Done in ");
        user.assertDone(run, BRANCH);
        assertThat(user.fleet()).contains(run).contains("Done in ").contains("host two");
    }

    @Test
    void a_worker_ends_when_it_is_asked_to_after_its_service_has_gone() throws Exception {
        var worker = worker(clone("one", FleetUser.AGENT), "one");
        server.close();
        worker.process().destroy();
        assertThat(worker.process().waitFor()).isEqualTo(143);
    }

    @Test
    void a_worker_ends_when_it_is_asked_to_after_its_clone_was_deleted() throws Exception {
        var clone = clone("one", FleetUser.WAITING_AGENT);
        var worker = worker(clone, "one");
        user.submit("Add work");
        FleetUser.awaitDeveloper(clone, worker);
        new ProcessBuilder("rm", "-rf", clone.root.toString()).start().waitFor();
        worker.process().destroy();
        assertThat(worker.process().waitFor()).isEqualTo(143);
    }
}
