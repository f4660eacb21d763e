package dev.foldline.golden;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.state.Gate;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Step;
import dev.foldline.testkit.simulation.ExternalActors;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Who comes to a recorded run: a worker who pulls and submits, and a person who gives whatever is
 * asked for.
 *
 * @param freezes whether somebody wants to see the run during its first call
 */
record GoldenRunActors(boolean freezes) implements ExternalActors {
    private static final long CALLS_MORE = 20;

    @Override
    public Option<Command> comesBy(PipelineState state) {
        boolean calls = state.slots().inFlight().running().exists(InvokeAgent.class::isInstance);
        return freezes && calls && state.header().lastInput() == 0
                ? Option.of(new Command.Freeze("look", "let me see"))
                : Option.none();
    }

    @Override
    public Option<Command> answers(PipelineState state, Wait wait, int refused) {
        return wait.awaited().flatMap(awaited -> answer(state, awaited)).headOption();
    }

    private static Option<Command> answer(PipelineState state, WaitCondition awaited) {
        return switch (awaited) {
            case WaitCondition.Resolution(var gate) when gate.origin() == Gate.Origin.FREEZE ->
                    Option.of(
                            new Command.Approve(
                                    gate.id(),
                                    new Shown(
                                            Option.of(gate.instance()),
                                            Option.of(gate.revision()),
                                            gate.tree()),
                                    "go on"));
            case WaitCondition.Call(_, var accepts) -> Option.of(call(state, accepts));
            case WaitCondition.BudgetRaise _ ->
                    Option.of(
                            new Command.RaiseBudget(
                                    new Budget(
                                            Option.of(
                                                    state.usage().meter().agentCalls()
                                                            + CALLS_MORE),
                                            Option.none(),
                                            Option.none())));
            case WaitCondition.Resumption _ -> Option.of(new Command.Resume());
            case WaitCondition.Resolution _,
                    WaitCondition.Intervention _,
                    WaitCondition.Timer _,
                    WaitCondition.PullRequestNews _,
                    WaitCondition.ChildrenEnds _ ->
                    Option.none();
        };
    }

    /** The worker decides the first label there is. */
    private static Command call(PipelineState state, Step.Accepts accepts) {
        var decisive =
                state.currentStep()
                        .toVector()
                        .flatMap(
                                step ->
                                        step instanceof Step.WorkerRequest external
                                                        && !external.labels().isEmpty()
                                                ? Vector.of(external)
                                                : Vector.<Step.WorkerRequest>empty());
        var arguments =
                decisive.foldLeft(
                        LinkedHashMap.<String, String>empty(),
                        (all, step) -> all.put(step.argument(), step.labels().head()));
        return new Command.Call(
                "call-" + (state.header().lastInput() + 1),
                accepts == Step.Accepts.GET ? CallKind.GET : CallKind.SUBMIT,
                "",
                arguments,
                state.header().now());
    }
}
