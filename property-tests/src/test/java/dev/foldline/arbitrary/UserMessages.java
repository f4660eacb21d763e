package dev.foldline.arbitrary;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.workflow.Phase;
import dev.foldline.testkit.simulation.ExternalActors;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What people say to a run, letter by letter: the letter at a run's input number is the next thing
 * said. So a crash changes no word. When all letters have been said, everything is approved.
 */
public record UserMessages(Vector<UserMessage> letters, SeededRandom luck)
        implements ExternalActors {

    /** One thing said. */
    public enum UserMessage {
        APPROVE,
        REJECT,
        /**
         * Somebody first approves what was shown before; that is refused, and then they look again.
         */
        STALE,
        FREEZE,
        /** A pause when the deed is done. */
        PAUSE,
        /** A pause that ends the deed. */
        STOP
    }

    private static final int LETTERS_MAX = 24;
    private static final UserMessage[] OFTEN = {
        UserMessage.APPROVE,
        UserMessage.REJECT,
        UserMessage.REJECT,
        UserMessage.REJECT,
        UserMessage.STALE,
        UserMessage.FREEZE,
        UserMessage.PAUSE,
        UserMessage.STOP
    };

    static UserMessages of(SeededRandom luck) {
        var letters =
                Vector.range(0, luck.fork("length").between(0, LETTERS_MAX))
                        .map(n -> luck.fork("letter", n).pick(OFTEN));
        return new UserMessages(letters, luck);
    }

    private boolean isOver(PipelineState state) {
        return state.header().lastInput() >= letters.size();
    }

    private UserMessage letter(PipelineState state) {
        return isOver(state) ? UserMessage.APPROVE : letters.get((int) state.header().lastInput());
    }

    @Override
    public Option<Command> comesBy(PipelineState state) {
        if (!luck.fork("now", state.header().lastInput(), state.effectKey().spot()).chance(25)
                || state.lifecycle() instanceof Lifecycle.Ended) return Option.none();
        boolean held = state.slots().gate() instanceof GateSlot.Open;
        boolean paused = state.lifecycle() instanceof Lifecycle.Paused;
        return switch (letter(state)) {
            case FREEZE ->
                    held ? Option.none() : Option.of(new Command.Freeze("look", "let me see"));
            case PAUSE -> paused ? Option.none() : Option.of(new Command.Pause(Urgency.WHEN_DONE));
            case STOP -> paused ? Option.none() : Option.of(new Command.Pause(Urgency.NOW));
            case APPROVE, REJECT, STALE -> Option.none();
        };
    }

    @Override
    public Option<Command> answers(PipelineState state, Wait wait, int refused) {
        return wait.awaited()
                .flatMap(
                        awaited ->
                                switch (awaited) {
                                    case WaitCondition.Resolution(var gate) ->
                                            Option.of(resolves(state, gate, refused));
                                    case WaitCondition.Resumption _ ->
                                            Option.<Command>of(new Command.Resume());
                                    case WaitCondition.Intervention _ ->
                                            Option.of(
                                                    isOver(state)
                                                            ? new Command.Abort("given up")
                                                            : retries(state));
                                    case WaitCondition.BudgetRaise _,
                                            WaitCondition.Timer _,
                                            WaitCondition.Call _,
                                            WaitCondition.PullRequestNews _,
                                            WaitCondition.ChildrenEnds _ ->
                                            Option.<Command>none();
                                })
                .headOption();
    }

    private Command resolves(PipelineState state, Gate gate, int refused) {
        var exact = new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree());
        if (letter(state) == UserMessage.STALE && refused == 0)
            return new Command.Approve(
                    gate.id(),
                    new Shown(Option.none(), Option.of(gate.revision() - 1), Option.none()),
                    "");
        return letter(state) == UserMessage.REJECT && gate.origin() == Gate.Origin.PHASE
                ? new Command.Reject(
                        gate.id(), exact, "do it better, " + state.header().lastInput())
                : new Command.Approve(gate.id(), exact, "");
    }

    private Command retries(PipelineState state) {
        return new Command.RetryHalted(
                state.phase()
                        .filter(
                                phase ->
                                        phase.gate().isDefined()
                                                && letter(state) == UserMessage.STALE)
                        .map(Phase::id));
    }
}
