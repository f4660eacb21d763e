package dev.foldline.core;

import dev.foldline.core.command.Admit;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.decide.Rules;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.reduce.AgentReducer;
import dev.foldline.core.reduce.CheckReducer;
import dev.foldline.core.reduce.ChildReducer;
import dev.foldline.core.reduce.FileReducer;
import dev.foldline.core.reduce.GitReducer;
import dev.foldline.core.reduce.InputReducer;
import dev.foldline.core.reduce.RunReducer;
import dev.foldline.core.reduce.Settle;
import dev.foldline.core.state.Life;
import io.vavr.control.Either;

/**
 * The loop's three pure functions. Start reading here.
 *
 * <pre>
 *   State --determineNextEffect--> Effect --handler--> Event --reduce--> State
 *   Command --admit--> Event
 * </pre>
 *
 * All are total and deterministic. The state is the only memory, events are the only way it changes, and effects are
 * derived from it, never stored as intentions.
 */
public final class Pipeline {
    private Pipeline() {}

    /**
     * Version of {@link Rules} and of what is spent: a log started under other rules is not resumed without being asked. Since version 2
     * the agent that was called is blamed, one that is not signed in is called no more, and refusals cost nothing.
     */
    public static final int RULES_VERSION = 2;

    /** What to do next. */
    public static Effect determineNextEffect(PipelineState state) { return decide(state).effect(); }

    /** What to do next, and which rule says so. */
    public static Decision decide(PipelineState state) { return Rules.decide(state); }

    /** What an event means, and what follows from that by itself. Late, repeated and foreign events change nothing. */
    public static PipelineState reduce(PipelineState state, Event event) {
        if (state.life() instanceof Life.Ended) return state;
        return Settle.settled(state, switch (event) {
            case RunEvent e   -> RunReducer.reduce(state, e);
            case AgentEvent e -> AgentReducer.reduce(state, e);
            case FileEvent e  -> FileReducer.reduce(state, e);
            case CheckEvent e -> CheckReducer.reduce(state, e);
            case GitEvent e   -> GitReducer.reduce(state, e);
            case ChildEvent e -> ChildReducer.reduce(state, e);
            case InputEvent e -> InputReducer.reduce(state, e);
        });
    }

    /** Whether input from outside is legal now; if so, the event it becomes. */
    public static Either<Rejection, InputEvent> admit(PipelineState state, Command command) {
        return Admit.admit(state, command);
    }
}
