package dev.foldline.app.command.operate.real;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.Place;
import dev.foldline.effects.fleet.restate.Relay;
import dev.foldline.effects.fleet.restate.Relay.State;
import dev.foldline.effects.fleet.restate.RestateNode;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The network between a worker and the engine, or the shared repository, is cut. */
class RealFleetCutTest {
    private static final String AGENT =
            """
            if [ $FOLDLINE_ROLE = developer ]; then
              touch "$HOME/called"
              until [ -e "$HOME/go" ]; do sleep 0.05; done
            fi
            case "$FOLDLINE_ROLE" in
              planner) echo '{"summary":"s","steps":[{"title":"t"}]}' > .foldline/plan.json ;;
              developer) echo line >> work.txt ;;
              analyst) echo '{"status":"completed","summary":"done"}' > .foldline/development_result.json ;;
              reviewer) echo '{"issues":[]}' > .foldline/issues.json ;;
              committer) echo '{"subject":"Do the work"}' > .foldline/commit_message.json ;;
            esac
            """;

    @TempDir Path folder;
    private RestateNode node;
    private Process daemon;
    private int daemonPort;
    private Place user;
    private final List<AutoCloseable> opened = new ArrayList<>();

    @BeforeEach
    void shared_repository() throws Exception {
        node = RestateNode.start(folder.resolve("engine"));
        user = Place.ready(folder.resolve("user")).agent(AGENT);
        user.git("clone", "-q", "--bare", user.root.toString(), folder.resolve("s.git").toString());
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            daemonPort = free.getLocalPort();
        }
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
        Place.until("the daemon of git", this::listens, daemon::isAlive);
        configured(user, daemonPort);
    }

    private boolean listens() {
        try (var _ = new Socket(InetAddress.getLoopbackAddress(), daemonPort)) {
            return true;
        } catch (java.io.IOException notYet) {
            return false;
        }
    }

    private void configured(Place place, int port) throws Exception {
        place.configured(
                "checks: []\niterations: 1\nreviews: 1\nshare: { remote: \"%s\", engine: \"%s\" }\n"
                        .formatted(remote(port), node.ingress()));
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

    private Relay relay(int port) throws Exception {
        var relay = Relay.to(port);
        opened.add(relay);
        return relay;
    }

    /** Starts a worker that reaches the shared repository at this port. */
    private WorkerProcess worker(String name, String engine, int port) throws Exception {
        var clone = Place.empty(folder.resolve(name)).agent(AGENT);
        clone.git("clone", "-q", remote(daemonPort), ".");
        configured(clone, port);
        var worker = WorkerProcess.start(clone, name, engine, node.admin().toString());
        opened.addFirst(worker);
        return worker;
    }

    private Path home(String name) {
        return folder.resolve(name).resolve("home");
    }

    private String submitted() {
        var reported = user.foldline("run", "--on", "fleet", "Add work");
        assertThat(reported.exit()).as(reported.all()).isZero();
        var run = Pattern.compile("Run (\\S+) waits").matcher(reported.out());
        assertThat(run.find()).as(reported.all()).isTrue();
        return run.group(1);
    }

    private void awaitDeveloper(String name, WorkerProcess worker) throws Exception {
        Place.until(
                "a developer of " + name,
                () -> Files.exists(home(name).resolve("called")),
                worker.process()::isAlive);
    }

    private void go(String name) throws Exception {
        Files.writeString(home(name).resolve("go"), "");
    }

    private void assertDone(String run) throws Exception {
        var brought = user.foldline("resume", run, "--from", remote(daemonPort));
        assertThat(brought.exit()).as(brought.all()).isZero();
        assertThat(user.git("log", "--format=%s", "main..foldline/add-work"))
                .isEqualTo("Do the work");
        assertThat(user.git("show", "foldline/add-work:work.txt")).isEqualTo("line");
        var verified = user.foldline("replay", run, "--verify");
        assertThat(verified.exit()).as(verified.all()).isZero();
    }

    @Test
    void a_run_moves_from_a_worker_that_is_cut_off_from_the_engine() throws Exception {
        var engine = relay(node.ingress().getPort());
        var one = worker("one", "http://127.0.0.1:" + engine.port(), daemonPort);
        var run = submitted();
        awaitDeveloper("one", one);
        engine.set(State.STALLED);
        var two = worker("two", node.ingress().toString(), daemonPort);
        awaitDeveloper("two", two);
        go("one");
        one.awaits("was taken by");
        go("two");
        two.awaits("not driven here any more: is done");
        assertDone(run);
    }

    @Test
    void a_run_waits_while_its_worker_is_cut_off_from_the_shared_repository() throws Exception {
        var network = relay(daemonPort);
        var one = worker("one", node.ingress().toString(), network.port());
        var run = submitted();
        awaitDeveloper("one", one);
        network.set(State.DROPPED);
        go("one");
        one.awaits("the run waits before its next effect");
        assertThat(one.printed()).doesNotContain("not driven here any more");
        network.set(State.OPEN);
        one.awaits("not driven here any more: is done");
        assertDone(run);
    }
}
