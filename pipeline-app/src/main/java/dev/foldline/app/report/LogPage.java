package dev.foldline.app.report;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Some events of a log.
 *
 * @param run what the user calls the run
 * @param nextAfter the number of the last event listed, if more follow
 */
public record LogPage(String run, List<Map<String, Object>> events, Optional<Long> nextAfter) {
    /** The name and version of the JSON document. */
    public static final String SCHEMA = "foldline.log/1";

    /**
     * Reads a page.
     *
     * @param after the number of the event before the page
     * @param eventsMax how many events it lists at most
     * @param line how an event is listed
     */
    public static LogPage of(
            RunHistory history,
            long after,
            long eventsMax,
            Predicate<ReplayStep> filter,
            Function<ReplayStep, Map<String, Object>> line)
            throws IOException {
        var listed = new ArrayList<ReplayStep>();
        var more = new boolean[1];
        history.walk(
                step -> {
                    if (step.seq() <= after || !filter.test(step)) return true;
                    more[0] = listed.size() == eventsMax;
                    if (!more[0]) listed.add(step);
                    return !more[0];
                });
        return new LogPage(
                history.name(),
                listed.stream().map(line).toList(),
                more[0] ? Optional.of(listed.getLast().seq()) : Optional.empty());
    }

    /** For programs. */
    public Map<String, Object> document() {
        return JsonOutput.fields(
                "schema", SCHEMA, "run", run, "events", events, "next_after", nextAfter);
    }
}
