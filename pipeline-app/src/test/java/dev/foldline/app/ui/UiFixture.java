package dev.foldline.app.ui;

import dev.foldline.app.ui.UiState.UiList;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.List;
import java.util.Map;

/** Lists of runs for the screen. */
final class UiFixture {
    static final String APPROVE = "foldline approve plan r1 --revision 2";
    static final String REJECT = "foldline reject plan r1 --revision 2 -m \"what to change\"";

    private UiFixture() {}

    static UiRow row(String id, String reason, String title, String... next) {
        return UiRow.of(
                Map.of(
                        "run",
                        Map.of("id", id, "workflow", "ralph"),
                        "title",
                        title,
                        "reason",
                        reason,
                        "updated_at",
                        "2026-11-28T10:00:00Z",
                        "spent",
                        Map.of(),
                        "next",
                        List.of(next)));
    }

    /** The same list while the gate of the run at a gate is shown. */
    static UiState reading() {
        var state = listing().select(1).withPane(UiPane.GATE);
        return state.withLines(state.run().get(), Vector.of("gate plan"));
    }

    static UiState listing(UiRow... rows) {
        return UiState.EMPTY.withList(
                new UiList(UiRow.ordered(Vector.of(rows)), Option.of((long) rows.length), ""));
    }

    /** One run at a gate, one that is driven, one that has halted and one that has ended. */
    static UiState listing() {
        return listing(
                row("r4", "completed", "Add a search"),
                row("r2", "running", "Add a login"),
                row(
                        "r3",
                        "halted",
                        "Add a price",
                        "foldline explain r3",
                        "git add -A && git commit"),
                row("r1", "waiting_for_approval", "Add a cart", APPROVE, REJECT));
    }
}
