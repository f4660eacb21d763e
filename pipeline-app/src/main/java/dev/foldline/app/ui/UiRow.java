package dev.foldline.app.ui;

import dev.foldline.app.report.RunFilter;
import dev.foldline.app.report.RunLine;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.util.List;
import java.util.Map;

/**
 * A run of the list.
 *
 * @param gate the id of its open gate
 * @param next commands of Foldline that come next, the most likely one first
 */
record UiRow(RunLine line, Option<String> gate, Vector<String> next) {
    private static final String PROGRAM = "foldline ";
    private static final Vector<String> SHELL_SIGNS = Vector.of(" && ", " | ", " > ", "; ");
    private static final Vector<String> ORDER = Vector.of("needs-you", "running", "stopped");

    /** Reads the document about a run. */
    static UiRow of(Map<String, Object> document) {
        return new UiRow(
                RunLine.of(document),
                document.get("gate") instanceof Map<?, ?> gate
                                && gate.get("id") instanceof String id
                        ? Option.of(id)
                        : Option.none(),
                document.get("next") instanceof List<?> commands
                        ? Vector.ofAll(commands).map(Object::toString).filter(UiRow::isOurs)
                        : Vector.empty());
    }

    /** Commands of other programs, and lines that only a shell can run, are shown by the status. */
    private static boolean isOurs(String command) {
        return command.startsWith(PROGRAM) && SHELL_SIGNS.forAll(sign -> !command.contains(sign));
    }

    String id() {
        return line.id();
    }

    /** Returns the runs with those first that wait for the user, then those that are driven. */
    static Vector<UiRow> ordered(Vector<UiRow> rows) {
        return rows.sortBy(UiRow::rank);
    }

    boolean needsUser() {
        return rank() == 0;
    }

    private int rank() {
        var place = RunFilter.stateOf(line.reason()).map(ORDER::indexOf).getOrElse(-1);
        return place < 0 ? ORDER.size() : place;
    }
}
