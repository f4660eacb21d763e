package dev.foldline.app.command.operate.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.fleet.restate.CuttableProxy;
import dev.foldline.effects.fleet.restate.CuttableProxy.State;
import dev.foldline.effects.fleet.restate.RestateNode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The network between a worker and the engine, or the shared repository, is cut. */
class RealFleetCutTest {
    private static final String BRANCH = "foldline/add-work";

    @TempDir Path folder;
    private RestateNode node;
    private Process daemon;
    private int daemonPort;
    private FleetUser user;
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void shared_repository() throws Exception {
        node = RestateNode.start(folder.resolve("engine"));
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            daemonPort = free.getLocalPort();
        }
        user =
                FleetUser.of(
                        folder.resolve("user"),
                        folder.resolve("s.git"),
                        remote(daemonPort),
                        node.ingress().toString());
        daemon =
                new ProcessBuilder(
                                "git",
                                "daemon",
                                "--export-all",
                                "--enable=receive-pack",
                                "--listen=127.0.0.1",
                                "--port=" + daemonPort,
                                "--base-path=" + folder)
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("daemon.log").toFile())
                        .start();
        CliFixture.until("the daemon of git", this::listens, daemon::isAlive);
    }

    private boolean listens() {
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), daemonPort)) {
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static String remote(int port) {
        return "git://127.0.0.1:" + port + "/s.git";
    }

    @AfterEach
    void end() throws Exception {
        for (var each : opened) each.close();
        if (daemon != null) {
            daemon.descendants().forEach(ProcessHandle::destroyForcibly);
            daemon.destroyForcibly().waitFor();
        }
        if (node != null) node.close();
    }

    private CuttableProxy relay(int port) throws Exception {
        var relay = CuttableProxy.to(port);
        opened.add(relay);
        return relay;
    }

    private CliFixture clone(String name, int port) throws Exception {
        return user.clone(folder.resolve(name), FleetUser.WAITING_AGENT, remote(port));
    }

    private WorkerProcess worker(CliFixture clone, String name, String engine) throws Exception {
        var worker = WorkerProcess.start(clone, name, engine, node.admin().toString());
        opened.addFirst(worker);
        return worker;
    }

    @ParameterizedTest
    @EnumSource(names = {"STALLED", "DROPPED"})
    void a_run_moves_from_a_worker_that_is_cut_off_from_the_engine(State cut) throws Exception {
        var engine = relay(node.ingress().getPort());
        var first = clone("one", daemonPort);
        var one = worker(first, "one", "http://127.0.0.1:" + engine.port());
        var run = user.submit("Add work");
        FleetUser.awaitDeveloper(first, one);
        engine.set(cut);
        var second = clone("two", daemonPort);
        var two = worker(second, "two", user.engine());
        FleetUser.awaitDeveloper(second, two);
        FleetUser.go(first);
        one.awaits("was taken by");
        FleetUser.go(second);
        two.awaits("not driven here any more: Done in ");
        user.assertDone(run, BRANCH);
    }

    @Test
    void a_run_waits_while_its_worker_is_cut_off_from_the_shared_repository() throws Exception {
        var network = relay(daemonPort);
        var clone = clone("one", network.port());
        var one = worker(clone, "one", user.engine());
        var run = user.submit("Add work");
        FleetUser.awaitDeveloper(clone, one);
        network.set(State.DROPPED);
        FleetUser.go(clone);
        one.awaits("the run waits before its next effect");
        assertThat(one.printed()).doesNotContain("not driven here any more");
        network.set(State.OPEN);
        one.awaits("not driven here any more: Done in ");
        user.assertDone(run, BRANCH);
    }
}
