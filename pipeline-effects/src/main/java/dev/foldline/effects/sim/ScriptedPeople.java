package dev.foldline.effects.sim;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Awaited;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Hold;
import dev.foldline.effects.sim.play.Answers;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.Map;

/** People who do what was done before, and answer gates as scripted. */
final class ScriptedPeople implements Visitors {
    private final Script script;
    private final Map<String, Integer> answered = new HashMap<>();

    private final Answers sofar;

    ScriptedPeople(Script script, Answers sofar) {
        this.script = script;
        this.sofar = sofar;
    }

    @Override
    public Option<Command> comesBy(PipelineState state) {
        return script.precedents().due(sofar).flatMap(input -> asked(input, state));
    }

    @Override
    public Option<Command> answers(PipelineState state, Wait wait, int refused) {
        var again = script.precedents().next(sofar).flatMap(input -> asked(input, state));
        return again.isDefined() ? again : wait.awaited().flatMap(awaited -> awaited instanceof Awaited.Resolution(var gate) ? answer(gate) : Option.<Command>none())
                .headOption();
    }

    private Option<Command> answer(Gate gate) {
        int nth = answered.merge(gate.id(), 1, Integer::sum) - 1;
        var shown = new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree());
        return script.gate(gate.id(), nth).flatMap(play -> switch (play.answer()) {
            case APPROVE -> Option.of(new Command.Approve(gate.id(), shown, play.feedback()));
            case REJECT  -> Option.of(new Command.Reject(gate.id(), shown, play.feedback()));
            case NONE    -> Option.<Command>none();
        });
    }

    private static Option<Command> asked(InputEvent input, PipelineState state) {
        return switch (input) {
            case InputEvent.Paused e       -> Option.of(new Command.Pause(e.urgency()));
            case InputEvent.Resumed _      -> Option.of(new Command.Resume());
            case InputEvent.Aborted e      -> Option.of(new Command.Abort(e.why()));
            case InputEvent.Frozen e       -> Option.of(new Command.Freeze(e.gateId(), e.reason()));
            case InputEvent.GateApproved e -> shown(state).map(shown -> new Command.Approve(e.gateId(), shown, e.feedback()));
            case InputEvent.GateRejected e -> shown(state).map(shown -> new Command.Reject(e.gateId(), shown, e.feedback()));
            case InputEvent.RetryGranted e -> Option.of(new Command.RetryHalted(e.preApproved()));
            case InputEvent.BudgetRaised e -> Option.of(new Command.RaiseBudget(e.budget(), e.phases()));
            case InputEvent.UntilSet e     -> Option.of(new Command.GoUntil(e.phase()));
            case InputEvent.Called e       -> Option.of(new Command.Call(e.requestId(), e.kind(), e.tool(), e.arguments(), e.at()));
            case InputEvent.ChildEnded _, InputEvent.ChildReported _ -> Option.none();
            case InputEvent.CommitsSeen e  -> Option.of(new Command.SeeCommits(e.sighting()));
        };
    }

    /** Whoever answered a gate has seen what is shown now. */
    private static Option<Shown> shown(PipelineState state) {
        return state.slots().hold() instanceof Hold.Open(var gate)
                ? Option.of(new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree())) : Option.none();
    }
}
