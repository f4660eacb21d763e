package dev.foldline.app.history;

import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.state.Usage.Measure;
import dev.foldline.core.state.Usage.Meter;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /** From the whole log. */
    public static CostSheet of(RunHistory history) throws IOException {
        return of(history, Long.MAX_VALUE);
    }

    /** From the events up to {@code last}. */
    public static CostSheet of(RunHistory history, long last) throws IOException {
        Map<String, Row> rows = new LinkedHashMap<>();
        history.walk(
                moment -> {
                    moment.before()
                            .ifPresent(
                                    before ->
                                            before.slots()
                                                    .inFlight()
                                                    .running()
                                                    .forEach(
                                                            effect -> {
                                                                if (!(effect
                                                                                instanceof
                                                                                InvokeAgent call)
                                                                        || moment.after()
                                                                                .usage()
                                                                                .meter()
                                                                                .equals(
                                                                                        before.usage()
                                                                                                .meter()))
                                                                    return;
                                                                var added =
                                                                        added(
                                                                                before.usage()
                                                                                        .meter(),
                                                                                moment.after()
                                                                                        .usage()
                                                                                        .meter());
                                                                rows.merge(
                                                                        call.key().phase()
                                                                                + " "
                                                                                + call.agent(),
                                                                        new Row(
                                                                                call.key().phase(),
                                                                                call.agent(),
                                                                                added),
                                                                        Row::plus);
                                                            }));
                    return moment.seq() < last;
                });
        return new CostSheet(List.copyOf(rows.values()));
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
        var reported =
                after.reported()
                        .filter(_ -> after.unreported() == before.unreported())
                        .map(sum -> sum - before.reported().getOrElse(0L));
        return new Measure(
                reported,
                after.charged() - before.charged(),
                after.unreported() - before.unreported(),
                reported.getOrElse(0L));
    }
}
