package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.testkit.script.AnsweredCalls;
import dev.foldline.testkit.simulation.WorldScript.SentCommand;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Actors that send the commands of a script, in order. */
final class ScriptedActors implements ExternalActors {
    private final AnsweredCalls sofar;
    private Vector<SentCommand> left;

    ScriptedActors(Vector<SentCommand> commands, AnsweredCalls sofar) {
        this.left = commands;
        this.sofar = sofar;
    }

    @Override
    public Option<Command> comesBy(PipelineState state) {
        return left.headOption().exists(next -> isDue(next, state)) ? sent(state) : Option.none();
    }

    @Override
    public Option<Command> answers(PipelineState state, Wait wait, int refused) {
        return sent(state);
    }

    private boolean isDue(SentCommand next, PipelineState state) {
        return !next.awaited()
                && (sofar.effects() > next.effects()
                        || sofar.effects() == next.effects()
                                && state.header().lastInput() >= next.inputs());
    }

    private Option<Command> sent(PipelineState state) {
        var next = left.headOption();
        left = left.drop(1);
        return next.map(
                each ->
                        each.exact()
                                ? RecordedActors.exact(state, each.command())
                                : each.command());
    }
}
