package dev.foldline.effects.agent.cli;

import dev.foldline.effects.agent.stream.AgentSignal;
import dev.foldline.effects.agent.stream.AgentStream;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.FailureKind;
import dev.foldline.effects.agent.stream.StreamFormat;
import dev.foldline.effects.agent.stream.StreamState;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A stream as it was heard, line by line, and what was made of it. */
record ParsedStream(
        AgentStream stream,
        StreamState state,
        List<AgentSignal> signals,
        List<StreamState> states) {

    /** The lines of a text, spoken by a command line of this kind. */
    static ParsedStream from(String kind, String lines) {
        return from(Adapters.of(kind).orElseThrow(), lines.lines());
    }

    static ParsedStream from(StreamFormat dialect, Stream<String> lines) {
        var stream = new AgentStream(dialect);
        var state = StreamState.EMPTY;
        var signals = new ArrayList<AgentSignal>();
        var states = new ArrayList<StreamState>();
        for (var line : lines.toList()) {
            var step = stream.step(state, line);
            state = step.state();
            signals.addAll(step.signals());
            states.add(state);
        }
        return new ParsedStream(stream, state, signals, states);
    }

    CallOutcome exits(int code) {
        return exits(code, "");
    }

    CallOutcome exits(int code, String stderr) {
        return stream.finish(state, new Exit.Code(code), stderr);
    }

    CallOutcome stalls() {
        return stalls("");
    }

    CallOutcome stalls(String stderr) {
        return stream.finish(state, new Exit.Stalled(), stderr);
    }

    /** It does not exit after its last frame. */
    CallOutcome hangs() {
        return stream.finish(state, new Exit.Overdue(), "");
    }

    FailureKind kind(int code, String stderr) {
        return ((CallOutcome.Failed) exits(code, stderr)).kind();
    }

    FailureKind kind(int code) {
        return kind(code, "");
    }

    CallOutcome.Evidence evidence(int code) {
        return ((CallOutcome.Failed) exits(code)).evidence();
    }

    <S extends AgentSignal> List<S> all(Class<S> type) {
        return signals.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
