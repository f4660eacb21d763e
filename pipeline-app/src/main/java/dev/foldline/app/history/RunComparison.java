package dev.foldline.app.history;

import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.workflow.Workflow;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Two runs side by side: what they started with, the first event at which they part, and how they
 * stand.
 *
 * @param start what differs in workflow, policy and task
 * @param equal how many events have the same effect in both
 * @param input the first event that has the same effect, but another input
 * @param divergence the first event with another effect; none if one run goes as far as the other
 */
public record RunComparison(
        Point left,
        Point right,
        List<StateDifference> start,
        int equal,
        Optional<Pair> input,
        Optional<Pair> divergence) {

    /**
     * The events of both runs at the same place. A run that has ended has none.
     *
     * @param subject what differs, in words
     */
    public record Pair(String subject, Optional<ReplayStep> left, Optional<ReplayStep> right) {}

    public static RunComparison of(RunHistory left, RunHistory right, Point from, Point to)
            throws IOException {
        var first = events(left, from.seq());
        var second = events(right, to.seq());
        var start =
                StateDifference.between("", started(first.getFirst()), started(second.getFirst()));
        int equal = 1;
        Optional<Pair> input = Optional.empty();
        while (equal < first.size() && equal < second.size()) {
            var mine = first.get(equal);
            var other = second.get(equal);
            var difference = EventDifference.between(mine.event(), other.event());
            if (!difference.sameEffect()) break;
            if (input.isEmpty()) input = difference.input().map(name -> pair(name, mine, other));
            equal++;
        }
        return new RunComparison(
                from, to, start, equal, input, divergence(at(first, equal), at(second, equal)));
    }

    /** What a run starts with, apart from its id. */
    public record Started(Workflow workflow, String task, int rules) {}

    private static Started started(ReplayStep step) {
        var event = (RunStarted) step.event();
        return new Started(event.workflow(), event.task(), event.rules());
    }

    private static List<ReplayStep> events(RunHistory history, long last) throws IOException {
        var events = new ArrayList<ReplayStep>();
        history.walkTo(
                OptionalLong.of(last),
                step -> {
                    if (EventDifference.isComparable(step.event())) events.add(step);
                });
        return events;
    }

    private static Optional<ReplayStep> at(List<ReplayStep> events, int index) {
        return index < events.size() ? Optional.of(events.get(index)) : Optional.empty();
    }

    private static Pair pair(String subject, ReplayStep left, ReplayStep right) {
        return new Pair(subject, Optional.of(left), Optional.of(right));
    }

    private static Optional<Pair> divergence(
            Optional<ReplayStep> left, Optional<ReplayStep> right) {
        var known = left.or(() -> right);
        return known.map(
                step ->
                        new Pair(
                                left.isPresent() && right.isPresent()
                                        ? EventDifference.subject(step.event())
                                        : "the length",
                                left,
                                right));
    }
}
