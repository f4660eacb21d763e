package dev.foldline.app.view;

import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What a view shows in addition to the state: times and the last output.
 *
 * @param root the working tree
 * @param startedAt from when elapsed time counts
 * @param workSince when the running effect started
 * @param output the last line an agent or a check printed since then
 * @param notice the last notice, while the same effect is running
 */
record Progress(
        String root,
        Instant startedAt,
        Instant workSince,
        Instant now,
        Optional<OutputLine> output,
        Optional<String> notice) {

    /** A line and when it was printed. */
    record OutputLine(String line, Instant at) {}

    /** Returns the progress of a run whose state and working tree are not known yet. */
    static Progress beforeStart(Instant startedAt, Instant now) {
        return new Progress("", startedAt, now, now, Optional.empty(), Optional.empty());
    }

    static Progress start(String root, Instant startedAt, PipelineState state, Instant now) {
        // Work of another process has been running since about the last time in its log.
        var workSince =
                state.slots().inFlight() instanceof InFlight.Known
                                && state.header().now().isBefore(now)
                        ? state.header().now()
                        : now;
        return new Progress(root, startedAt, workSince, now, Optional.empty(), Optional.empty());
    }

    Progress at(Instant time) {
        return new Progress(root, startedAt, workSince, time, output, notice);
    }

    Progress withOutput(String line, Instant time) {
        return new Progress(
                root, startedAt, workSince, time, Optional.of(new OutputLine(line, time)), notice);
    }

    Progress noticing(String text) {
        return new Progress(root, startedAt, workSince, now, output, Optional.of(text));
    }

    /** After an event: other work begins at its time. */
    Progress after(PipelineState before, PipelineState next, Instant time) {
        return next.slots().inFlight().equals(before.slots().inFlight())
                ? at(time)
                : new Progress(root, startedAt, time, time, Optional.empty(), Optional.empty());
    }

    Duration elapsed() {
        return Duration.between(startedAt, now);
    }

    Duration worked() {
        return Duration.between(workSince, now);
    }

    /** {@code 00:12:03}: hours, minutes, seconds. */
    static String clock(Duration time) {
        var shown = time.isNegative() ? Duration.ZERO : time;
        return String.format(
                java.util.Locale.ROOT,
                "%02d:%02d:%02d",
                shown.toHours(),
                shown.toMinutesPart(),
                shown.toSecondsPart());
    }
}
