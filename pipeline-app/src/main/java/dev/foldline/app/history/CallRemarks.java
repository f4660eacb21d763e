package dev.foldline.app.history;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Fault;
import dev.foldline.effects.json.Wire;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;

import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What was unusual in the calls of a run: commits that were taken back, what else happened in the
 * repository, and limits. Each is named once, with its number.
 */
final class CallRemarks {
    private static final int REMARKS_MAX = 20;

    private Map<Tuple2<String, String>, Integer> counts = LinkedHashMap.empty();
    private String agent = "an agent";

    private CallRemarks() {}

    /** Returns the remarks on the calls in a log, up to an event. */
    static Vector<Tuple2<String, String>> of(Path log, long last) throws IOException {
        var remarks = new CallRemarks();
        try (var reader = LogReader.open(log)) {
            while (reader.next() instanceof ReadResult.Line(var line) && line.seq() <= last)
                if (line.event().contains("agent")) remarks.add(Wire.event(line.event()));
        }
        return remarks.rows();
    }

    private Vector<Tuple2<String, String>> rows() {
        return counts.toVector()
                .take(REMARKS_MAX)
                .map(each -> Tuple.of(each._1()._1(), each._1()._2() + times(each._2())));
    }

    private static String times(int count) {
        return count == 1 ? "" : ", " + count + " times";
    }

    private void add(Event event) {
        switch (event) {
            case EffectStarted(_, InvokeAgent call) -> agent = call.agent();
            case AgentFinished finished -> beside(finished.reverted(), finished.notes());
            case AgentFailed failed -> {
                beside(failed.reverted(), failed.notes());
                limited(failed.fault());
            }
            default -> {}
        }
    }

    private void beside(Option<String> reverted, Vector<String> notes) {
        reverted.forEach(
                name ->
                        add(
                                "taken back",
                                "commits of " + agent + " are work again, and kept as " + name));
        notes.forEach(note -> add("beside", ValueFormatter.note(note)));
    }

    private void limited(Fault fault) {
        if (fault.kind().remedy() == Fault.Remedy.WAIT_OR_OTHER_AGENT)
            add("limited", agent + ": " + ValueFormatter.of(fault.kind()));
    }

    private void add(String name, String text) {
        var row = Tuple.of(name, text);
        counts = counts.put(row, counts.get(row).getOrElse(0) + 1);
    }
}
