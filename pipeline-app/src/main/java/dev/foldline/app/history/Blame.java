package dev.foldline.app.history;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.PipelineState;

import io.vavr.collection.Vector;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The event that last changed a value of the state, up to a point.
 *
 * @param path the value's place
 * @param seq the point
 * @param before the value before the change; none if there was none
 * @param after the value since; none if there is none
 * @param change the event that changed it
 * @param changes the numbers of all events that changed it, the last one last
 */
public record Blame(
        StatePath path,
        long seq,
        Optional<String> before,
        Optional<String> after,
        ReplayStep change,
        Vector<Long> changes) {

    /**
     * @param seq the number of an event; none means the end of the log
     * @throws UserError if the log has no such event, or no state up to it has such a value
     */
    public static Blame of(RunHistory history, OptionalLong seq, StatePath path)
            throws IOException {
        var search = new Search(path);
        history.walkTo(seq, search::visit);
        return search.found(history.name());
    }

    /** Compares the value after each event with the one before. */
    private static final class Search {
        private final StatePath path;
        private Optional<Object> value = Optional.empty();
        private Vector<Blame> found = Vector.empty();
        private long seq;
        private @Nullable Object lastSlice;
        private Optional<PipelineState> state = Optional.empty();

        private Search(StatePath path) {
            this.path = path;
        }

        private void visit(ReplayStep step) {
            seq = step.seq();
            state = Optional.of(step.after());
            var slice = path.slice(step.after());
            if (slice == lastSlice) return;
            lastSlice = slice;
            var now = path.in(step.after());
            if (now.equals(value)) return;
            found =
                    Vector.of(
                            new Blame(
                                    path,
                                    seq,
                                    value.map(StateDifference::written),
                                    now.map(StateDifference::written),
                                    step,
                                    found.headOption()
                                            .map(Blame::changes)
                                            .getOrElse(Vector.empty())
                                            .append(seq)));
            value = now;
        }

        private Blame found(String run) {
            if (found.isEmpty()) throw unknown(run);
            var it = found.head();
            return new Blame(path, seq, it.before, it.after, it.change, it.changes);
        }

        private UserError unknown(String run) {
            var names = state.map(path::alternatives).orElse(List.<String>of());
            var existing = state.map(path::existing).orElse("");
            return new UserError(
                    "the state has no value "
                            + path.text()
                            + (names.isEmpty()
                                    ? ""
                                    : "; "
                                            + (existing.isEmpty() ? "it" : existing)
                                            + " has "
                                            + String.join(", ", names)),
                    run + ":" + seq,
                    "foldline show " + run + ":" + seq + " --json",
                    ExitCode.USAGE);
        }
    }
}
