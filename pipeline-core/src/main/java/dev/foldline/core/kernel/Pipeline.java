package dev.foldline.core.kernel;

import dev.foldline.core.Derivation;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.CommandValidator;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.decide.Rules;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.ChangeEvent;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.ChildEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.GitEvent;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.reduce.AgentReducer;
import dev.foldline.core.reduce.ChangeReducer;
import dev.foldline.core.reduce.CheckReducer;
import dev.foldline.core.reduce.ChildReducer;
import dev.foldline.core.reduce.Consequence;
import dev.foldline.core.reduce.Consequences;
import dev.foldline.core.reduce.Derivations;
import dev.foldline.core.reduce.FileReducer;
import dev.foldline.core.reduce.ForgeReducer;
import dev.foldline.core.reduce.GitReducer;
import dev.foldline.core.reduce.InputReducer;
import dev.foldline.core.reduce.RunReducer;
import dev.foldline.core.state.Lifecycle;

import io.vavr.collection.Vector;
import io.vavr.control.Either;

/**
 * The pure functions of the driver loop. Start reading here.
 *
 * <pre>
 *   State --determineNextEffect--> Effect --handler--> Event --reduce--> State
 *   Command --admit--> Event
 * </pre>
 *
 * All functions are total and deterministic. The state is the only memory. Only events change it.
 * Effects are derived from the state and never stored as intentions.
 */
public final class Pipeline {
    private Pipeline() {}

    /**
     * Version of {@link Rules} and of the accounting. Foldline asks before it resumes a log that
     * was started under another version.
     */
    public static final int RULES_VERSION = 1;

    /** Returns the state before the first step. */
    public static PipelineState start(RunEvent.RunStarted event) {
        return RunReducer.start(event);
    }

    /** Returns the next effect. */
    public static Effect determineNextEffect(PipelineState state) {
        return decide(state).effect();
    }

    /** Returns the next effect and the rule that chose it. */
    public static Decision decide(PipelineState state) {
        return Rules.decide(state);
    }

    /**
     * Applies an event, then the {@link Derivations}. Late, repeated and foreign events change
     * nothing.
     */
    public static PipelineState reduce(PipelineState state, Event event) {
        return Derivations.settle(state, applied(state, event));
    }

    /** Returns the derivations that {@link #reduce} applies after this event. */
    public static Vector<Derivation> derivations(PipelineState state, Event event) {
        return Derivations.applied(state, applied(state, event));
    }

    private static PipelineState applied(PipelineState state, Event event) {
        if (state.lifecycle() instanceof Lifecycle.Ended) return state;
        return Consequences.apply(consequence(state, event));
    }

    private static Consequence consequence(PipelineState state, Event event) {
        return switch (event) {
            case RunEvent e -> RunReducer.reduce(state, e);
            case AgentEvent e -> AgentReducer.reduce(state, e);
            case FileEvent e -> FileReducer.reduce(state, e);
            case CheckEvent e -> CheckReducer.reduce(state, e);
            case GitEvent e -> GitReducer.reduce(state, e);
            case ChangeEvent e -> ChangeReducer.reduce(state, e);
            case ForgeEvent e -> ForgeReducer.reduce(state, e);
            case ChildEvent e -> ChildReducer.reduce(state, e);
            case InputEvent e -> InputReducer.reduce(state, e);
        };
    }

    /** Validates external input against the state and converts it to an event. */
    public static Either<Rejection, InputEvent> admit(PipelineState state, Command command) {
        return CommandValidator.admit(state, command);
    }
}
