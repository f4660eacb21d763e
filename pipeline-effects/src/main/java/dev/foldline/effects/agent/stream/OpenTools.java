package dev.foldline.effects.agent.stream;

import dev.foldline.effects.agent.stream.AgentSignal.SubAgent;
import dev.foldline.effects.agent.stream.AgentSignal.ToolCall;
import dev.foldline.effects.agent.stream.AgentSignal.ToolResult;

import io.vavr.collection.Vector;

/**
 * The tools that were called and have not returned, including those of sub-agents, and the tasks
 * that tools have left running.
 *
 * @param ids hashes of the latest of them
 * @param background number of tasks in the background
 */
public record OpenTools(Vector<Integer> ids, int background) {
    static final OpenTools NONE = new OpenTools(Vector.empty(), 0);

    private static final int IDS_MAX = 32;

    OpenTools plus(AgentSignal signal) {
        return switch (signal) {
            case ToolCall call ->
                    new OpenTools(
                            ids.remove(call.id().hashCode())
                                    .append(call.id().hashCode())
                                    .takeRight(IDS_MAX),
                            background);
            case ToolResult result -> new OpenTools(ids.remove(result.id().hashCode()), background);
            case AgentSignal.BackgroundTasks(var running) -> new OpenTools(ids, running);
            case SubAgent(_, var inner) -> plus(inner);
            case AgentSignal.Started _,
                    AgentSignal.Text _,
                    AgentSignal.TextDelta _,
                    AgentSignal.Thinking _,
                    AgentSignal.Retrying _,
                    AgentSignal.Quota _,
                    AgentSignal.Usage _,
                    AgentSignal.TurnEnded _,
                    AgentSignal.TurnStarted _,
                    AgentSignal.Warning _,
                    AgentSignal.Failed _,
                    AgentSignal.Unparsed _ ->
                    this;
        };
    }

    /** Returns what is left at the end of a turn. */
    OpenTools afterTurn() {
        return new OpenTools(Vector.empty(), background);
    }

    /** Returns whether a tool is running. */
    public boolean any() {
        return !ids.isEmpty();
    }
}
