package dev.foldline.testkit.simulation;

import dev.foldline.core.GateArtifacts;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Replacement;
import dev.foldline.core.state.WatchedBranches.Seen;
import dev.foldline.core.state.WatchedBranches.Sighting;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Seeded random actors: they answer waits, and sometimes send unsolicited commands. Their number of
 * commands is limited, so that every simulation ends.
 */
public final class RandomActors implements ExternalActors {
    private final SeededRandom luck;
    private final int unasked;
    private final int visitsMax;

    /**
     * @param unasked rate of unsolicited commands, in percent of steps
     * @param visitsMax inputs after which no more commands are sent
     */
    public RandomActors(SeededRandom luck, int unasked, int visitsMax) {
        this.luck = luck;
        this.unasked = unasked;
        this.visitsMax = visitsMax;
    }

    @Override
    public Option<Command> comesBy(PipelineState state) {
        var fate = fate("unasked", state);
        return isOver(state) || !fate.chance(unasked)
                ? Option.none()
                : Option.of(meddles(fate.fork("what"), state));
    }

    @Override
    public Option<Command> answers(PipelineState state, Wait wait, int refused) {
        if (isOver(state)) return Option.none();
        var fate = fate("asked", state).fork(refused);
        var answers =
                wait.awaited().flatMap(awaited -> answer(fate.fork("answer"), state, awaited));
        return answers.isEmpty()
                ? Option.none()
                : Option.of(answers.get(fate.below(answers.size())));
    }

    private boolean isOver(PipelineState state) {
        return state.header().lastInput() >= visitsMax;
    }

    private SeededRandom fate(String concern, PipelineState state) {
        return luck.fork(concern, state.header().lastInput(), state.effectKey().spot());
    }

    private Command meddles(SeededRandom fate, PipelineState state) {
        if (state.worker().isDefined() && fate.fork("declares").chance(40))
            return declaredDone(state);
        if (state.awaitsTime() && fate.fork("skips").chance(20))
            return new Command.SkipWait(state.header().now());
        return switch (fate.below(12)) {
            case 0, 1 -> new Command.Pause(Urgency.NOW);
            case 2 -> new Command.Pause(Urgency.WHEN_DONE);
            case 3 -> new Command.Resume();
            case 4, 5, 6 -> new Command.Freeze("look-" + fate.below(3), "let me see");
            case 7 -> fate.chance(15) ? new Command.Abort("enough") : new Command.Resume();
            case 8 -> retry(fate, state);
            case 9 ->
                    fate.fork("now").chance(50)
                            ? new Command.SkipWait(state.header().now())
                            : new Command.Approve("look-1", Shown.NOTHING, "");
            case 10 ->
                    fate.fork("commits").chance(40)
                            ? commitsSeen(state)
                            : fate.fork("done").chance(50)
                                    ? declaredDone(state)
                                    : new Command.Call(
                                            "q" + fate.below(5),
                                            CallKind.TOOL,
                                            "escape",
                                            LinkedHashMap.empty(),
                                            state.header().now());
            default ->
                    state.slots().gate() instanceof GateSlot.Open(var gate)
                            ? resolve(fate, gate)
                            : fate.fork("until").chance(50)
                                    ? until(fate, state)
                                    : new Command.Freeze("look-1", "let me see");
        };
    }

    /** A declaration about the terminal whose turn it is, or about none. */
    private static Command declaredDone(PipelineState state) {
        return new Command.DeclareDone(
                state.worker().map(TerminalAgent::terminal).getOrElse("no-terminal"),
                Option.none());
    }

    /** A manual commit, which is sometimes reported twice. */
    private static Command commitsSeen(PipelineState state) {
        var commit = "by-hand-" + state.header().lastInput() / 2;
        return new Command.SeeCommits(
                new Sighting(
                        LinkedHashMap.of("main", commit),
                        Vector.empty(),
                        Vector.empty(),
                        Vector.of(new Seen(commit, "main", "By hand"))));
    }

    private static Command until(SeededRandom fate, PipelineState state) {
        var phases = state.workflow().phases().map(Phase::id);
        return new Command.SetUntil(
                fate.fork("none").chance(20)
                        ? Option.none()
                        : Option.of(phases.get(fate.fork("phase").below(phases.size()))));
    }

    private static Option<Command> answer(
            SeededRandom fate, PipelineState state, WaitCondition awaited) {
        return switch (awaited) {
            case WaitCondition.Resolution(var gate) -> Option.of(answer(fate, state, gate));
            case WaitCondition.Resumption _ -> Option.of(new Command.Resume());
            case WaitCondition.BudgetRaise _ -> Option.of(new Command.RaiseBudget(raised(state)));
            case WaitCondition.Intervention _ ->
                    fate.chance(60)
                            ? Option.of(retry(fate, state))
                            : fate.chance(50)
                                    ? Option.of(new Command.Abort("given up"))
                                    : Option.none();
            case WaitCondition.Timer _ -> Option.none();
            case WaitCondition.Call(_, var accepts) -> Option.of(call(fate, state, accepts));
            case WaitCondition.PullRequestNews _ -> SimulatedForge.news(fate, state);
            case WaitCondition.ChildrenEnds _ -> Option.none();
        };
    }

    /** A gate is sometimes approved in advance. */
    private static Command retry(SeededRandom fate, PipelineState state) {
        return new Command.RetryHalted(
                state.phase()
                        .filter(
                                phase ->
                                        phase.gate().isDefined()
                                                && fate.fork("beforehand").chance(40))
                        .map(Phase::id));
    }

    /** A shown artifact is sometimes replaced before the gate is resolved. */
    private static Command answer(SeededRandom fate, PipelineState state, Gate gate) {
        var artifacts = GateArtifacts.of(state).names();
        var edits = fate.fork("edits");
        return artifacts.isEmpty() || !edits.chance(20)
                ? resolve(fate, gate)
                : new Command.ReplaceArtifact(
                        gate.id(),
                        edits.chance(50) ? shown(gate) : Shown.NOTHING,
                        new Replacement(
                                artifacts.get(edits.below(artifacts.size())),
                                "edited-" + state.header().lastInput(),
                                Vector.of(
                                        new Item("edited", "edited", Vector.empty(), Item.TODO))));
    }

    private static Shown shown(Gate gate) {
        return new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree());
    }

    private static Command resolve(SeededRandom fate, Gate gate) {
        var shown = fate.chance(50) ? shown(gate) : Shown.NOTHING;
        return fate.chance(65)
                ? new Command.Approve(
                        gate.id(), shown, gate.question().isDefined() ? reply(fate) : "")
                : new Command.Reject(gate.id(), shown, fate.chance(90) ? "do it better" : " ");
    }

    private static String reply(SeededRandom fate) {
        return fate.fork("reply").pick("", "2", "another one");
    }

    private static Budget raised(PipelineState state) {
        var calls = state.usage().meter().agentCalls() + 20L;
        return new Budget(Option.of(calls), Option.none(), Option.none());
    }

    private static Command call(SeededRandom fate, PipelineState state, Step.Accepts accepts) {
        var external =
                state.currentStep()
                        .toVector()
                        .flatMap(
                                step ->
                                        step instanceof Step.WorkerRequest e
                                                ? Vector.of(e)
                                                : Vector.<Step.WorkerRequest>empty());
        var unlocks = external.flatMap(Step.WorkerRequest::unlocks);
        if (!unlocks.isEmpty() && fate.chance(40))
            return new Command.Call(
                    "t" + fate.below(9),
                    CallKind.TOOL,
                    unlocks.get(fate.below(unlocks.size())).tool(),
                    LinkedHashMap.empty(),
                    state.header().now());
        var labels = external.flatMap(Step.WorkerRequest::labels);
        var arguments =
                external.headOption()
                        .filter(_ -> !labels.isEmpty())
                        .map(
                                step ->
                                        LinkedHashMap.of(
                                                step.argument(),
                                                labels.get(fate.below(labels.size()))))
                        .getOrElse(LinkedHashMap.empty());
        var kind = accepts == Step.Accepts.GET ? CallKind.GET : CallKind.SUBMIT;
        return new Command.Call("c" + fate.below(9), kind, "", arguments, state.header().now());
    }
}
