package dev.foldline.app.history;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.event.Spend;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the calls of a run have cost, by phase and agent, in the order in which they first came. */
public record CostSheet(List<Row> rows) {
    public CostSheet {
        rows = List.copyOf(rows);
    }

    /**
     * The calls of one agent in one phase.
     *
     * @param tokens of those calls that told them; absent if none did
     * @param microUsd likewise, in millionths of a dollar
     * @param untold calls that told neither
     */
    public record Row(String phase, String agent, int calls, long millis, Optional<Long> tokens, Optional<Long> microUsd, int untold) {
        private Row plus(Row other) {
            return new Row(phase, agent, calls + other.calls, millis + other.millis, sum(tokens, other.tokens), sum(microUsd, other.microUsd), untold + other.untold);
        }

        private static Optional<Long> sum(Optional<Long> one, Optional<Long> other) {
            return one.isPresent() && other.isPresent() ? Optional.of(one.get() + other.get()) : one.or(() -> other);
        }
    }

    /** From the whole log. */
    public static CostSheet of(History history) throws IOException {
        Map<String, Row> rows = new LinkedHashMap<>();
        history.walk(moment -> {
            moment.before().ifPresent(before -> before.slots().inFlight().underway().forEach(deed -> spend(moment.event()).ifPresent(spend -> {
                if (deed instanceof InvokeAgent call && moment.after().isFree()) rows.merge(call.place().phase() + " " + call.agent(), row(call, spend), Row::plus);
            })));
            return true;
        });
        return new CostSheet(List.copyOf(rows.values()));
    }

    /** All rows in one. */
    public Row total() { return rows.stream().reduce(new Row("", "", 0, 0, Optional.empty(), Optional.empty(), 0), Row::plus); }

    private static Row row(InvokeAgent call, Spend spend) {
        var tokens = spend.tokens().toJavaOptional();
        var microUsd = spend.microUsd().toJavaOptional();
        return new Row(call.place().phase(), call.agent(), 1, spend.millis(), tokens, microUsd, tokens.isEmpty() && microUsd.isEmpty() ? 1 : 0);
    }

    private static Optional<Spend> spend(Event event) {
        return switch (event) {
            case AgentEvent.AgentFinished e   -> Optional.of(e.spend());
            case AgentEvent.AgentFailed e     -> Optional.of(e.spend());
            case RunEvent.EffectCancelled e   -> Optional.of(e.spend());
            default                           -> Optional.empty();
        };
    }
}
