package dev.foldline.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.output.TextStyle;
import dev.foldline.app.report.FleetPage.Hosts;
import dev.foldline.effects.fleet.RunLease;
import dev.foldline.effects.fleet.engine.HostTable;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.time.Instant;

class FleetPageTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final RunLease PUBLISHED =
            new RunLease("r0", "here", 1, NOW, NOW, 3, "ralph", "Working: git.", "n");

    private static String page(RunLease lease, Hosts hosts) {
        return new FleetPage("origin", Vector.of(lease), hosts, NOW).text(new TextStyle(false));
    }

    @Test
    void a_run_that_was_published_and_not_submitted_is_not_called_running() {
        var lease = PUBLISHED.released();
        assertThat(page(lease, new Hosts.Known(HostTable.EMPTY)))
                .contains("is not submitted to the fleet")
                .contains("next  foldline resume r0 --from origin --on fleet");
        assertThat(page(lease, new Hosts.Unplaced())).contains("Working: git.");
        var held = PUBLISHED.renewed(NOW, Duration.ofMinutes(1), "n");
        assertThat(page(held, new Hosts.Known(HostTable.EMPTY))).contains("Working: git.");
    }
}
