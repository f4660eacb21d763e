package dev.foldline.effects.sim;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.Awaited;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.state.Gate;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.Map;

/** People who answer gates as scripted, and nothing else. */
final class ScriptedPeople implements Visitors {
    private final Script script;
    private final Map<String, Integer> answered = new HashMap<>();

    ScriptedPeople(Script script) { this.script = script; }

    @Override
    public Option<Command> comesBy(PipelineState state) { return Option.none(); }

    @Override
    public Option<Command> answers(PipelineState state, Wait wait, int refused) {
        return wait.awaited().flatMap(awaited -> awaited instanceof Awaited.Resolution(var gate) ? answer(gate) : Option.<Command>none())
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
}
