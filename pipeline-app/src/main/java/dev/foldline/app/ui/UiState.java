package dev.foldline.app.ui;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Everything that the screen shows.
 *
 * @param message what the last command printed
 */
record UiState(UiList list, UiDetail detail, UiMode mode, Option<String> message) {

    /**
     * The runs in their order.
     *
     * @param total the number of all runs, listed or not; none before the list was read
     * @param search only runs with this text are listed; empty for all
     */
    record UiList(Vector<UiRow> rows, Option<Long> total, String search) {}

    /**
     * What is shown of the selected run.
     *
     * @param run its id
     * @param readFor the run as it was listed when the lines were read
     * @param lines the output of the pane's command, with colors
     * @param scroll lines that the user has scrolled: down from the start, or up from the end of a
     *     pane that is followed
     */
    record UiDetail(
            Option<String> run,
            UiPane pane,
            Option<UiRow> readFor,
            Vector<String> lines,
            int scroll) {
        private static UiDetail of(Option<String> run, UiPane pane) {
            return new UiDetail(run, pane, Option.none(), Vector.empty(), 0);
        }
    }

    static final UiState EMPTY =
            new UiState(
                    new UiList(Vector.empty(), Option.none(), ""),
                    UiDetail.of(Option.none(), UiPane.STATUS),
                    new UiMode.Browse(),
                    Option.none());

    Option<UiRow> run() {
        return detail.run().flatMap(id -> list.rows().find(row -> row.id().equals(id)));
    }

    /** Index of the selected run, or -1. */
    int index() {
        return detail.run()
                .map(id -> list.rows().indexWhere(row -> row.id().equals(id)))
                .getOrElse(-1);
    }

    /** The same with another list. The selected run stays selected as long as it is listed. */
    UiState withList(UiList listed) {
        var next = new UiState(listed, detail, mode, message);
        return next.index() >= 0
                ? next
                : new UiState(
                        listed,
                        UiDetail.of(listed.rows().headOption().map(UiRow::id), detail.pane()),
                        mode,
                        message);
    }

    UiState select(int index) {
        if (list.rows().isEmpty()) return this;
        var id = list.rows().get(Math.clamp(index, 0, list.rows().size() - 1)).id();
        return detail.run().contains(id)
                ? this
                : new UiState(list, UiDetail.of(Option.of(id), detail.pane()), mode, message);
    }

    UiState withPane(UiPane pane) {
        return withDetail(UiDetail.of(detail.run(), pane));
    }

    UiState withLines(UiRow readFor, Vector<String> lines) {
        return withDetail(
                new UiDetail(
                        detail.run(), detail.pane(), Option.of(readFor), lines, detail.scroll()));
    }

    /** Returns whether the open gate of the selected run is shown as the list knows it. */
    boolean isGateShown() {
        return detail.pane() == UiPane.GATE
                && detail.readFor()
                        .exists(read -> run().exists(row -> row.next().equals(read.next())));
    }

    UiState scrolled(int by) {
        int last = Math.max(0, detail.lines().size() - 1);
        return withDetail(
                new UiDetail(
                        detail.run(),
                        detail.pane(),
                        detail.readFor(),
                        detail.lines(),
                        Math.clamp((long) detail.scroll() + by, 0, last)));
    }

    private UiState withDetail(UiDetail other) {
        return new UiState(list, other, mode, message);
    }

    UiState withMode(UiMode other) {
        return new UiState(list, detail, other, message);
    }

    UiState withSearch(String text) {
        return new UiState(new UiList(list.rows(), list.total(), text), detail, mode, message);
    }

    UiState withMessage(Option<String> text) {
        return new UiState(list, detail, mode, text);
    }
}
