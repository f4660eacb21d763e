package dev.foldline.effects.fleet.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.EngineProvider;
import dev.foldline.effects.fleet.engine.HostReport;
import dev.foldline.effects.fleet.engine.HostTable;
import dev.foldline.effects.fleet.engine.PlacementEngine;
import dev.foldline.effects.fleet.engine.RuleExecutor;
import dev.foldline.effects.fleet.engine.Stay;

import io.temporal.testserver.TestServer;
import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ServiceLoader;

/** A service at an address: it may be away, and without a worker it only keeps messages. */
class TemporalServiceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static PlacementEngine open(int port) {
        return ServiceLoader.load(EngineProvider.class)
                .findFirst()
                .orElseThrow()
                .open(URI.create("temporal://127.0.0.1:" + port), PATIENCE);
    }

    private static int port() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static HostReport report(long beat) {
        return new HostReport("a", "s", Vector.empty(), 1, beat, 60_000);
    }

    /** A client does not look for a service that was away more than once in a while. */
    private static void recover(RuleExecutor executor) throws IOException {
        while (true) {
            try {
                executor.recover();
                return;
            } catch (EngineFault still) {
                assertThat(still).hasMessageContaining("no answer");
            }
        }
    }

    @Test
    void a_service_that_is_away_is_reported_and_found_again() throws Exception {
        int port = port();
        try (var engine = open(port);
                var executor = engine.executor("fleet", _ -> {})) {
            var placement = engine.placement("fleet");
            assertThatThrownBy(executor::register).isInstanceOf(EngineFault.class);
            assertThatThrownBy(() -> placement.report(report(1)))
                    .isInstanceOf(EngineFault.class)
                    .hasMessageContaining("no answer from the engine at 127.0.0.1:" + port);
            try (var server = TestServer.createPortBoundServer(port)) {
                recover(executor);
                assertThat(placement.report(report(2))).isEmpty();
                assertThat(placement.hosts().hosts()).hasSize(1);
            }
        }
    }

    @Test
    void a_run_that_is_submitted_without_a_worker_is_placed_when_there_is_one() throws Exception {
        int port = port();
        try (var server = TestServer.createPortBoundServer(port);
                var engine = open(port)) {
            var placement = engine.placement("fleet");
            assertThat(placement.hosts()).isEqualTo(HostTable.EMPTY);
            placement.submit("r1", Vector.empty());
            assertThatThrownBy(placement::hosts)
                    .isInstanceOf(EngineFault.class)
                    .hasMessageContaining("or from a worker behind it");
            try (var executor = engine.executor("fleet", _ -> {})) {
                executor.register();
                long beat = 1;
                while (placement.report(report(beat)).isEmpty()) beat++;
                assertThat(placement.hosts().hosts().head().stays().map(Stay::run))
                        .containsExactly("r1");
            }
        }
    }
}
