package dev.foldline.effects.fleet.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.EngineProvider;
import dev.foldline.effects.fleet.engine.HostReport;
import dev.foldline.effects.fleet.engine.HostTable;
import dev.foldline.effects.fleet.engine.Placement;
import dev.foldline.effects.fleet.engine.PlacementEngine;
import dev.foldline.effects.fleet.engine.RuleExecutor;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.Stay.Manner;
import dev.foldline.effects.machine.Thorough;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.ServiceLoader;

/** A service at an address: it may be away, and without a worker it only keeps messages. */
class TemporalServiceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static PlacementEngine open(int port) throws EngineFault {
        return ServiceLoader.load(EngineProvider.class)
                .findFirst()
                .orElseThrow()
                .open(URI.create("temporal://127.0.0.1:" + port), Map.of(), PATIENCE);
    }

    private static HostReport report(long beat) {
        return report("a", beat, 60_000);
    }

    private static HostReport report(String host, long beat, long timeoutMillis) {
        return new HostReport(host, "s", Vector.empty(), 1, beat, timeoutMillis);
    }

    private static Stay firstStay(Placement placement, String host, long timeoutMillis)
            throws IOException {
        long beat = 1;
        while (true) {
            var stays = placement.report(report(host, beat++, timeoutMillis));
            if (!stays.isEmpty()) return stays.head();
        }
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

    @Thorough
    @Test
    void a_service_that_is_away_is_reported_and_found_again() throws Exception {
        int port = PortServer.freePort();
        try (var engine = open(port);
                var executor = engine.executor("fleet", _ -> {})) {
            var placement = engine.placement("fleet");
            assertThatThrownBy(executor::register).isInstanceOf(EngineFault.class);
            assertThatThrownBy(() -> placement.report(report(1)))
                    .isInstanceOf(EngineFault.class)
                    .hasMessageContaining("no answer from the engine at 127.0.0.1:" + port);
            try (var server = new PortServer(port)) {
                recover(executor);
                assertThat(placement.report(report(2))).isEmpty();
                assertThat(placement.hosts().hosts()).hasSize(1);
            }
        }
    }

    @Thorough
    @Test
    void a_run_that_is_submitted_without_a_worker_is_placed_when_there_is_one() throws Exception {
        int port = PortServer.freePort();
        try (var server = new PortServer(port);
                var engine = open(port)) {
            var placement = engine.placement("fleet");
            assertThat(placement.hosts()).isEqualTo(HostTable.EMPTY);
            placement.submit("r1", Vector.empty());
            assertThatThrownBy(placement::hosts)
                    .isInstanceOf(EngineFault.class)
                    .hasMessageContaining("or from a worker behind it");
            try (var executor = engine.executor("fleet", _ -> {})) {
                executor.register();
                firstStay(placement, "a", 60_000);
                assertThat(placement.hosts().hosts().head().stays().map(Stay::run))
                        .containsExactly("r1");
            }
        }
    }

    @Test
    void a_run_continues_with_another_worker_when_the_first_one_is_cut_off() throws Exception {
        int port = PortServer.freePort();
        try (var server = new PortServer(port);
                var first = open(port);
                var second = open(port);
                var continued = second.executor("fleet", _ -> {})) {
            var lost = first.executor("fleet", _ -> {});
            lost.register();
            first.placement("fleet").submit("r1", Vector.empty());
            var stay = firstStay(first.placement("fleet"), "a", 500);
            assertThat(first.placement("fleet").begin(stay, "a")).isTrue();
            first.close();
            continued.register();
            var placement = second.placement("fleet");
            var next = firstStay(placement, "b", 60_000);
            assertThat(next).isEqualTo(new Stay("r1", 2, Manner.TAKE_OVER_AND_RESUME));
            assertThat(placement.begin(stay, "a")).isFalse();
            assertThat(placement.begin(next, "b")).isTrue();
            lost.close();
        }
    }
}
