package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.state.GateSlot;
import dev.foldline.testkit.script.AnsweredCalls;
import dev.foldline.testkit.simulation.WorldScript.SentCommand;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Actors whose commands are recorded. */
final class RecordedActors implements ExternalActors {
    private final ExternalActors actors;
    private final AnsweredCalls sofar;
    private Vector<SentCommand> sent = Vector.empty();

    RecordedActors(ExternalActors actors, AnsweredCalls sofar) {
        this.actors = actors;
        this.sofar = sofar;
    }

    @Override
    public Option<Command> comesBy(PipelineState state) {
        return recorded(false, state, actors.comesBy(state));
    }

    @Override
    public Option<Command> answers(PipelineState state, Wait wait, int refused) {
        return recorded(true, state, actors.answers(state, wait, refused));
    }

    Vector<SentCommand> sent() {
        return sent;
    }

    private Option<Command> recorded(
            boolean awaited, PipelineState state, Option<Command> command) {
        command.forEach(
                each ->
                        sent =
                                sent.append(
                                        new SentCommand(
                                                awaited,
                                                sofar.effects(),
                                                state.header().lastInput(),
                                                each,
                                                exact(state, each).equals(each)
                                                        && !exact(state, each)
                                                                .equals(inexact(each)))));
        return command;
    }

    /** Returns the command for the open gate as it is shown. */
    static Command exact(PipelineState state, Command command) {
        if (!(state.slots().gate() instanceof GateSlot.Open(var gate))) return command;
        var shown = new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree());
        return showing(command, shown);
    }

    private static Command inexact(Command command) {
        return showing(command, Shown.NOTHING);
    }

    private static Command showing(Command command, Shown shown) {
        if (command instanceof Command.Approve each)
            return new Command.Approve(each.gateId(), shown, each.feedback());
        if (command instanceof Command.Reject each)
            return new Command.Reject(each.gateId(), shown, each.feedback());
        if (command instanceof Command.ReplaceArtifact each)
            return new Command.ReplaceArtifact(each.gateId(), shown, each.replacement());
        return command;
    }
}
