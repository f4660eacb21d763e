package dev.foldline.testkit.simulation;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.testkit.script.AnsweredCalls;

import io.vavr.control.Option;

import java.util.HashMap;
import java.util.Map;

/** Users that repeat recorded commands and answer gates as scripted. */
final class ScriptedUsers implements ExternalActors {
    private final SimulationScript script;
    private final Map<String, Integer> answered = new HashMap<>();

    private final AnsweredCalls sofar;

    ScriptedUsers(SimulationScript script, AnsweredCalls sofar) {
        this.script = script;
        this.sofar = sofar;
    }

    @Override
    public Option<Command> comesBy(PipelineState state) {
        return script.precedents().due(sofar).flatMap(input -> response(input, state));
    }

    @Override
    public Option<Command> answers(PipelineState state, Wait wait, int refused) {
        var again = script.precedents().next(sofar).flatMap(input -> response(input, state));
        return again.isDefined()
                ? again
                : wait.awaited()
                        .flatMap(
                                awaited ->
                                        awaited instanceof WaitCondition.Resolution(var gate)
                                                ? answer(gate)
                                                : Option.<Command>none())
                        .headOption();
    }

    private Option<Command> answer(Gate gate) {
        int nth = answered.merge(gate.id(), 1, Integer::sum) - 1;
        var shown = new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree());
        return script.gate(gate.id(), nth)
                .flatMap(
                        play ->
                                switch (play.answer()) {
                                    case APPROVE ->
                                            Option.of(
                                                    new Command.Approve(
                                                            gate.id(), shown, play.feedback()));
                                    case REJECT ->
                                            Option.of(
                                                    new Command.Reject(
                                                            gate.id(), shown, play.feedback()));
                                    case NONE -> Option.<Command>none();
                                });
    }

    private static Option<Command> response(InputEvent input, PipelineState state) {
        return switch (input) {
            case InputEvent.Paused e -> Option.of(new Command.Pause(e.urgency()));
            case InputEvent.Resumed _ -> Option.of(new Command.Resume());
            case InputEvent.WaitSkipped _ -> Option.of(new Command.SkipWait(state.header().now()));
            case InputEvent.Aborted e -> Option.of(new Command.Abort(e.why()));
            case InputEvent.Frozen e -> Option.of(new Command.Freeze(e.gateId(), e.reason()));
            case InputEvent.GateApproved e ->
                    shownGate(state)
                            .map(shown -> new Command.Approve(e.gateId(), shown, e.feedback()));
            case InputEvent.GateRejected e ->
                    shownGate(state)
                            .map(shown -> new Command.Reject(e.gateId(), shown, e.feedback()));
            case InputEvent.ArtifactReplaced e ->
                    shownGate(state)
                            .map(
                                    shown ->
                                            new Command.ReplaceArtifact(
                                                    e.gateId(), shown, e.replacement()));
            case InputEvent.RetryGranted e ->
                    Option.of(new Command.RetryHalted(e.preApproved(), e.checks()));
            case InputEvent.BudgetRaised e ->
                    Option.of(new Command.RaiseBudget(e.budget(), e.phases()));
            case InputEvent.UntilSet e -> Option.of(new Command.SetUntil(e.phase()));
            case InputEvent.Called e ->
                    Option.of(
                            new Command.Call(
                                    e.requestId(), e.kind(), e.tool(), e.arguments(), e.at()));
            case InputEvent.ChildEnded _, InputEvent.ChildReported _ -> Option.none();
            case InputEvent.CommitsSeen e -> Option.of(new Command.SeeCommits(e.sighting()));
            case InputEvent.WorkDeclaredDone e ->
                    Option.of(new Command.DeclareDone(e.terminal(), e.commit()));
            case InputEvent.PullRequestSeen e ->
                    Option.of(new Command.SeePullRequest(e.observation()));
            case InputEvent.ItemsAdded e -> Option.of(new Command.AddItems(e.added()));
        };
    }

    /** A resolution of a gate refers to what is shown now. */
    private static Option<Shown> shownGate(PipelineState state) {
        return state.slots().gate() instanceof GateSlot.Open(var gate)
                ? Option.of(
                        new Shown(
                                Option.of(gate.instance()),
                                Option.of(gate.revision()),
                                gate.tree()))
                : Option.none();
    }
}
