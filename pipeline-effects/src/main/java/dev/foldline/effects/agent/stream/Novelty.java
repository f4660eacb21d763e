package dev.foldline.effects.agent.stream;

import dev.foldline.effects.agent.stream.AgentSignal.SubAgent;
import io.vavr.collection.Vector;
import java.util.regex.Pattern;

/**
 * Whether an agent gets on: it says or does something that it has not said or done lately. Numbers do not count in what is said, so that
 * the same error at another time is the same error; they do in what a tool is asked: the second part of a piece of work is not the first.
 *
 * @param recent the latest different things, the oldest first
 * @param steps how many new things there were
 * @param repeats how often in a row, since the latest new thing, a tool has answered what it had answered lately
 */
public record Novelty(Vector<Integer> recent, long steps, int repeats) {
    static final Novelty NONE = new Novelty(Vector.empty(), 0, 0);

    private static final int RECENT_MAX = 16;
    private static final Pattern NUMBERS = Pattern.compile("[0-9]+");

    Novelty plus(AgentSignal signal) {
        var text = deed(signal);
        if (text.isEmpty()) return this;
        int print = (isCall(signal) ? text : NUMBERS.matcher(text).replaceAll("#")).hashCode();
        if (recent.contains(print)) return isAnswer(signal) ? new Novelty(recent, steps, repeats + 1) : this;
        return new Novelty(recent.append(print).takeRight(RECENT_MAX), steps + 1, 0);
    }

    private static boolean isCall(AgentSignal signal) {
        return signal instanceof AgentSignal.ToolCall || signal instanceof SubAgent(_, var inner) && isCall(inner);
    }

    private static boolean isAnswer(AgentSignal signal) {
        return signal instanceof AgentSignal.ToolResult || signal instanceof SubAgent(_, var inner) && isAnswer(inner);
    }

    /** What of a signal is work; nothing if it is none. An id is new each time and says nothing. */
    private static String deed(AgentSignal signal) {
        return switch (signal) {
            case AgentSignal.Started started    -> "started " + started.session();
            case AgentSignal.Text(var text)     -> text;
            case AgentSignal.TextDelta(var text) -> text;
            case AgentSignal.Thinking(var text) -> text;
            case AgentSignal.ToolCall call      -> call.name() + " " + call.input();
            case AgentSignal.ToolResult result  -> result.ok() + " " + result.summary();
            case SubAgent(_, var inner)         -> deed(inner);
            case AgentSignal.TurnEnded _, AgentSignal.Retrying _, AgentSignal.Quota _, AgentSignal.Usage _, AgentSignal.Warning _,
                 AgentSignal.Failed _, AgentSignal.Unparsed _ -> "";
        };
    }
}
