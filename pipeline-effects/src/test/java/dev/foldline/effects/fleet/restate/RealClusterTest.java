package dev.foldline.effects.fleet.restate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.HostReport;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.StayEnd;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Runs are placed by a real cluster of Restate whose nodes are killed. */
class RealClusterTest {
    private static final long TIMEOUT = 600_000;

    @TempDir Path folder;
    private RestateCluster cluster;
    private RestateServer server;
    private RestatePlacement placement;
    private RestateEndpoint endpoint;

    @BeforeEach
    void engine() throws Exception {
        cluster = RestateCluster.start(folder);
        server = cluster.client();
        placement = new RestatePlacement(server, "fleet");
        endpoint =
                RestateEndpoint.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        "t0ken",
                        _ -> {});
        retry(
                () -> {
                    endpoint.register(server, URI.create("http://127.0.0.1:" + endpoint.port()));
                    return true;
                });
    }

    @AfterEach
    void end() throws Exception {
        if (endpoint != null) endpoint.close();
        if (server != null) server.close();
        if (cluster != null) cluster.close();
    }

    /** A request to the engine, true when it has what was expected. */
    @FunctionalInterface
    private interface Request {
        boolean made() throws IOException;
    }

    /** Repeats a request, as a worker does, and returns how long that took. */
    private static Duration retry(Request request) throws Exception {
        var start = Instant.now();
        var silence = new IOException("not yet");
        while (Duration.between(start, Instant.now()).toMinutes() < 1) {
            try {
                if (request.made()) return Duration.between(start, Instant.now());
            } catch (EngineFault silent) {
                silence = silent;
            }
            Thread.sleep(50);
        }
        throw silence;
    }

    private Stay place(String run, String host, long firstBeat) throws Exception {
        retry(
                () -> {
                    placement.submit(run, Vector.of(host));
                    return true;
                });
        var beat = new long[] {firstBeat};
        retry(() -> reported(host, beat[0]++).nonEmpty());
        return reported(host, beat[0]).head();
    }

    private Vector<Stay> reported(String host, long beat) throws IOException {
        return placement.report(new HostReport(host, "s", Vector.of(host), 1, beat, TIMEOUT));
    }

    @Test
    void nothing_is_lost_when_each_node_is_killed_in_turn() throws Exception {
        for (int i = 0; i < 3; i++) {
            var host = "h" + i;
            var stay = place("r" + i, host, 1);
            var node = cluster.nodes().get(i);
            node.close();
            var took = retry(() -> placement.begin(stay, host));
            System.out.println(
                    "node " + (i + 1) + " killed; answer after " + took.toMillis() + " ms");
            assertThat(placement.begin(stay, "another")).isFalse();
            var other = "other" + i;
            var later = place("s" + i, other, 1);
            node.restart();
            retry(() -> placement.begin(later, other));
        }
        assertThat(placement.hosts().hosts().flatMap(host -> host.stays()).map(Stay::run))
                .containsExactlyInAnyOrder("r0", "r1", "r2", "s0", "s1", "s2");
    }

    @Test
    void without_a_majority_nothing_is_placed_and_nothing_is_forgotten() throws Exception {
        var stay = place("r1", "a", 1);
        cluster.nodes().get(1).close();
        cluster.nodes().get(2).close();
        assertThatThrownBy(() -> placement.begin(stay, "a")).isInstanceOf(EngineFault.class);
        cluster.nodes().get(1).restart();
        retry(() -> placement.begin(stay, "a"));
        retry(
                () -> {
                    placement.leave(new StayEnd(stay, "a", StayEnd.Kind.PARKED, 0, "at a gate"));
                    return true;
                });
        retry(
                () -> {
                    placement.wake("r1");
                    return true;
                });
        var beat = new long[] {100};
        retry(() -> reported("a", beat[0]++).exists(each -> each.number() == 2));
    }
}
