package dev.foldline.app.history;

import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.state.Usage.Measure;
import dev.foldline.core.state.Usage.Meter;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the calls of a run have cost, by phase and agent, in the order in which they first came:
 * what they have added to the run's meter.
 */
public record CostSheet(List<Row> rows) {
    public CostSheet {
        rows = List.copyOf(rows);
    }

    /** What one agent was charged with in one phase. */
    public record Row(String phase, String agent, Meter meter) {
        private Row plus(Row other) {
            return new Row(phase, agent, meter.plus(other.meter));
        }
    }

    /**
     * From the events up to one of them.
     *
     * @param seq the number of the last event; none means the end of the log
     */
    public static CostSheet of(RunHistory history, OptionalLong seq) throws IOException {
        Map<String, Row> rows = new LinkedHashMap<>();
        history.walkTo(seq, step -> add(step, rows));
        return new CostSheet(List.copyOf(rows.values()));
    }

    /** From these events of a run, which are all up to one of them. */
    public static CostSheet of(List<ReplayStep> steps) {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (var step : steps) add(step, rows);
        return new CostSheet(List.copyOf(rows.values()));
    }

    private static void add(ReplayStep step, Map<String, Row> rows) {
        call(step)
                .ifPresent(call -> rows.merge(call.phase() + " " + call.agent(), call, Row::plus));
    }

    /** Returns the call that an event ends, and what it has cost; none if it ends no call. */
    public static Optional<Row> call(ReplayStep step) {
        if (step.before().isEmpty()) return Optional.empty();
        var before = step.before().get();
        var meter = step.after().usage().meter();
        if (meter.equals(before.usage().meter())) return Optional.empty();
        for (var effect : before.slots().inFlight().running())
            if (effect instanceof InvokeAgent call)
                return Optional.of(
                        new Row(
                                call.key().phase(),
                                call.agent(),
                                added(before.usage().meter(), meter)));
        return Optional.empty();
    }

    /** All rows in one. */
    public Row total() {
        return rows.stream().reduce(new Row("", "", Meter.ZERO), Row::plus);
    }

    private static Meter added(Meter before, Meter after) {
        return new Meter(
                after.agentCalls() - before.agentCalls(),
                after.wallMillis() - before.wallMillis(),
                added(before.tokens(), after.tokens()),
                added(before.microUsd(), after.microUsd()));
    }

    private static Measure added(Measure before, Measure after) {
        // A call that changed nothing was estimated to cost nothing.
        boolean isSame =
                after.unreported() == before.unreported()
                        && after.reported().equals(before.reported());
        var estimated =
                after.estimated()
                        .map(sum -> sum - before.estimated().getOrElse(0L))
                        .filter(amount -> amount > 0 || isSame);
        var reported =
                after.reported()
                        .filter(_ -> after.unreported() == before.unreported())
                        .filter(_ -> estimated.isEmpty())
                        .map(sum -> sum - before.reported().getOrElse(0L));
        return new Measure(
                reported,
                after.charged() - before.charged(),
                after.unreported() - before.unreported(),
                reported.orElse(estimated).getOrElse(0L),
                estimated);
    }
}
