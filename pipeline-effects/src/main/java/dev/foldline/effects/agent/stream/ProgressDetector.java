package dev.foldline.effects.agent.stream;

import dev.foldline.effects.agent.stream.AgentSignal.SubAgent;

import io.vavr.collection.Vector;

import java.util.regex.Pattern;

/**
 * Detects whether an agent makes progress: it says or does something new. Numbers are ignored in
 * its text, so that the same error at another time is equal. They count in a tool's input: the
 * second part of a piece of work is not the first.
 *
 * @param recent the latest different things, the oldest first
 * @param steps number of new things
 * @param repeats number of repeated tool results in a row since the latest new thing
 */
public record ProgressDetector(Vector<Integer> recent, long steps, int repeats) {
    static final ProgressDetector NONE = new ProgressDetector(Vector.empty(), 0, 0);

    private static final int RECENT_MAX = 16;
    private static final Pattern NUMBERS = Pattern.compile("[0-9]+");

    ProgressDetector plus(AgentSignal signal) {
        var text = fingerprint(signal);
        if (text.isEmpty()) return this;
        int print = (isCall(signal) ? text : NUMBERS.matcher(text).replaceAll("#")).hashCode();
        if (recent.contains(print))
            return isAnswer(signal) ? new ProgressDetector(recent, steps, repeats + 1) : this;
        return new ProgressDetector(recent.append(print).takeRight(RECENT_MAX), steps + 1, 0);
    }

    private static boolean isCall(AgentSignal signal) {
        return signal instanceof AgentSignal.ToolCall
                || signal instanceof SubAgent(_, var inner) && isCall(inner);
    }

    private static boolean isAnswer(AgentSignal signal) {
        return signal instanceof AgentSignal.ToolResult
                || signal instanceof SubAgent(_, var inner) && isAnswer(inner);
    }

    /** Returns the work in a signal, or nothing. Ids are ignored because they are always new. */
    private static String fingerprint(AgentSignal signal) {
        return switch (signal) {
            case AgentSignal.Started started -> "started " + started.session();
            case AgentSignal.Text(var text) -> text;
            case AgentSignal.TextDelta(var text) -> text;
            case AgentSignal.Thinking(var text) -> text;
            case AgentSignal.ToolCall call -> call.name() + " " + call.input();
            case AgentSignal.ToolResult result -> result.ok() + " " + result.summary();
            case SubAgent(_, var inner) -> fingerprint(inner);
            case AgentSignal.TurnEnded _,
                    AgentSignal.TurnStarted _,
                    AgentSignal.BackgroundTasks _,
                    AgentSignal.Retrying _,
                    AgentSignal.Quota _,
                    AgentSignal.Usage _,
                    AgentSignal.Warning _,
                    AgentSignal.Failed _,
                    AgentSignal.Unparsed _ ->
                    "";
        };
    }
}
