package dev.foldline.effects.fleet.restate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.effects.fleet.engine.StayEnd;
import dev.foldline.effects.fleet.engine.HostReport;
import dev.foldline.effects.fleet.engine.Stay;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;

/** Runs are placed by a real node of Restate. */
class RealEngineTest {
    @TempDir static java.nio.file.Path folder;
    private RestateNode node;
    private RestateServer server;
    private RestatePlacement placement;
    private RestateEndpoint endpoint;

    @BeforeEach
    void engine() throws Exception {
        node = RestateNode.start(folder.resolve("" + System.nanoTime()));
        server = node.client();
        placement = new RestatePlacement(server, "fleet");
        endpoint = endpoint();
        endpoint.register(server, address(endpoint));
    }

    @AfterEach
    void end() throws Exception {
        if (endpoint != null) endpoint.close();
        if (server != null) server.close();
        if (node != null) node.close();
    }

    private static RestateEndpoint endpoint() throws Exception {
        return RestateEndpoint.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), "t0ken", _ -> {});
    }

    private static URI address(RestateEndpoint endpoint) {
        return URI.create("http://127.0.0.1:" + endpoint.port());
    }

    private static HostReport report(String host, long beat, long timeout) {
        return new HostReport(host, "s", Vector.of("claude"), 1, beat, timeout);
    }

    /** Reports until the host has a stay. */
    private Stay placedOn(String host, long timeout) throws Exception {
        var end = Instant.now().plus(Duration.ofMinutes(1));
        for (long beat = 1; Instant.now().isBefore(end); beat++) {
            var stays = placement.report(report(host, beat, timeout));
            if (stays.nonEmpty()) return stays.head();
            Thread.sleep(50);
        }
        throw new AssertionError("not placed: " + placement.hosts());
    }

    @Test
    void a_run_moves_when_its_host_is_lost() throws Exception {
        placement.submit("r1", Vector.of("claude"));
        var first = placedOn("a", 1000);
        assertThat(placement.begin(first, "a")).isTrue();
        assertThat(placement.begin(first, "b")).isFalse();
        var second = placedOn("b", 60_000);
        assertThat(second.number()).isEqualTo(2);
        assertThat(placement.begin(first, "a")).isFalse();
        assertThat(placement.begin(second, "b")).isTrue();
        placement.leave(new StayEnd(second, "b", StayEnd.Kind.PARKED, 0, "at a gate"));
        placement.wake("r1");
        assertThat(placedOn("b", 60_000).number()).isEqualTo(3);
    }

    @Test
    void another_worker_answers_when_the_first_is_gone() throws Exception {
        placement.submit("r1", Vector.empty());
        assertThat(placedOn("a", 60_000).number()).isEqualTo(1);
        endpoint.close();
        endpoint = endpoint();
        endpoint.takeOver(server, address(endpoint));
        assertThat(placement.hosts().hosts().head().stays().head().run()).isEqualTo("r1");
    }

    @Test
    void nothing_is_lost_when_the_engine_is_killed() throws Exception {
        placement.submit("r1", Vector.empty());
        var stay = placedOn("a", 600_000);
        assertThat(placement.begin(stay, "a")).isTrue();
        node.crash();
        assertThat(placement.begin(stay, "a")).isTrue();
        placement.close("a", "s");
        assertThat(placedOn("b", 60_000).number()).isEqualTo(2);
    }
}
