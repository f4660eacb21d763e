package dev.foldline.law.space;

import static dev.foldline.law.space.Transition.require;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent.ArtifactReplaced;
import dev.foldline.core.event.InputEvent.GateApproved;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Replacement;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * An artifact is replaced at an open gate of its phase and nowhere else. The gate shows the next
 * revision, so an approval of what it showed before is stale.
 *
 * <p>The event changes something only in the last of these states:
 *
 * <ul>
 *   <li>another input is next;
 *   <li>no gate is open, or a freeze;
 *   <li>the event names another gate, opening or revision;
 *   <li>the phase has not made the artifact, has decided by it, or has used it;
 *   <li>the artifact has this content;
 *   <li>any other.
 * </ul>
 */
public final class ReplacementLaws {
    private static final String BEFORE = "before";
    private static final Vector<Item> ITEMS =
            Vector.range(0, 3)
                    .map(n -> new Item("new-" + n, "new " + n, Vector.empty(), Item.TODO));

    private ReplacementLaws() {}

    public static void check(PipelineState state) {
        for (var name : artifacts(state).append("no artifact")) {
            check(made(state, name), name);
            var missing = lacking(state, name);
            unchanged(missing, event(missing, gate(missing), replacement(name, "after")));
        }
    }

    private static void check(PipelineState state, String name) {
        var gate = gate(state);
        var event = event(state, gate, replacement(name, "after"));
        boolean applies = isAtGateOfPhase(state) && unused(state).contains(name);
        var after = Pipeline.reduce(state, event);
        require(
                (after != state) == applies,
                applies ? name + " is not replaced" : name + " is replaced");
        boolean ended = state.lifecycle() instanceof Lifecycle.Ended;
        require(
                Pipeline.admit(state, command(gate, "after", name)).isRight()
                        == (applies && !ended),
                "it is admitted where it has no effect, or not where it has: " + name);
        unchanged(state, event(state, gate, replacement(name, BEFORE)));
        require(
                Pipeline.admit(state, command(gate, BEFORE, name)).isLeft(),
                "a replacement by the same text is admitted");
        if (applies) replaced(state, gate, event, after);
    }

    private static void replaced(
            PipelineState state, Gate gate, ArtifactReplaced event, PipelineState after) {
        var name = event.replacement().artifact();
        require(after.ledger().artifacts().get(name).contains("after"), name + " is another");
        require(
                after.slots().gate().equals(new GateSlot.Open(gate.revised(gate.revision() + 1)))
                        && after.revision() == state.revision() + 1,
                "the gate does not show the next revision");
        require(after.items().lists().equals(lists(state, name)), "the work items are others");
        require(
                after.withHeader(state.header())
                        .withItems(state.items())
                        .withSlots(state.slots())
                        .withLedger(
                                after.ledger()
                                        .withArtifacts(state.ledger().artifacts())
                                        .withExecutions(state.ledger().executions()))
                        .equals(state),
                "something else changes");
        stale(state, gate, event.replacement());
        unchanged(
                after,
                new ArtifactReplaced(
                        event.n(),
                        gate.id(),
                        gate.instance(),
                        gate.revision(),
                        event.replacement()));
        long n = event.n() + 1;
        unchanged(after, approved(n, gate));
        require(
                Pipeline.reduce(after, approved(n, gate.revised(gate.revision() + 1))) != after,
                "the new revision cannot be approved");
        require(
                Pipeline.admit(after, new Command.Approve(gate.id(), shown(gate), "")).isLeft(),
                "an approval of the old revision is admitted");
    }

    /** What is about another gate, another opening or another revision changes nothing. */
    private static void stale(PipelineState state, Gate gate, Replacement replacement) {
        long n = state.header().lastInput() + 1;
        var id = gate.id();
        var opening = gate.instance();
        long revision = gate.revision();
        Vector.of(
                        new ArtifactReplaced(n, id + "x", opening, revision, replacement),
                        new ArtifactReplaced(n, id, opening + "x", revision, replacement),
                        new ArtifactReplaced(n, id, opening, revision + 1, replacement),
                        new ArtifactReplaced(n, id, opening, revision - 1, replacement),
                        new ArtifactReplaced(n + 1, id, opening, revision, replacement))
                .forEach(event -> unchanged(state, event));
        var other = new Shown(Option.none(), Option.of(revision - 1), Option.none());
        require(
                Pipeline.admit(state, new Command.ReplaceArtifact(id, other, replacement)).isLeft()
                        && Pipeline.admit(
                                        state,
                                        new Command.ReplaceArtifact(
                                                id + "x", Shown.NOTHING, replacement))
                                .isLeft(),
                "the replacement of another revision or at another gate is admitted");
    }

    /** Returns the artifacts that the phase made and that nothing has used or decided by since. */
    private static Set<String> unused(PipelineState state) {
        Set<String> unused = HashSet.empty();
        Set<String> deciding = HashSet.empty();
        for (var step : state.phase().map(Phase::steps).getOrElse(Vector.empty())) {
            if (step instanceof Step.Collect(var name, var labels, _)) {
                unused = unused.add(name);
                if (labels.nonEmpty()) deciding = deciding.add(name);
            } else if (!(step instanceof Step.Clean
                    || step instanceof Step.Check
                    || step instanceof Step.Git git && git.operation() == GitOperation.INSPECT))
                unused = HashSet.empty();
        }
        return unused.diff(deciding);
    }

    private static io.vavr.collection.Map<String, Vector<Item>> lists(
            PipelineState state, String artifact) {
        var lists = state.items().lists();
        var named =
                state.phase()
                        .map(Phase::steps)
                        .getOrElse(Vector.empty())
                        .flatMap(
                                step ->
                                        step instanceof Step.Collect(var name, _, var list)
                                                        && name.equals(artifact)
                                                ? list
                                                : Option.<String>none());
        for (var list : named.lastOption())
            lists =
                    lists.put(
                            list,
                            state.items()
                                    .list(list)
                                    .filter(item -> item.status() instanceof Item.Done)
                                    .appendAll(ITEMS)
                                    .take(state.policy().limits().itemsMax()));
        return lists;
    }

    private static Vector<String> artifacts(PipelineState state) {
        return state.workflow()
                .phases()
                .flatMap(Phase::steps)
                .flatMap(
                        step ->
                                step instanceof Step.Collect(var name, _, _)
                                        ? Option.of(name)
                                        : Option.<String>none())
                .distinct();
    }

    private static PipelineState made(PipelineState state, String name) {
        return state.withLedger(
                state.ledger().withArtifacts(state.ledger().artifacts().put(name, BEFORE)));
    }

    private static PipelineState lacking(PipelineState state, String name) {
        return state.withLedger(
                state.ledger().withArtifacts(state.ledger().artifacts().remove(name)));
    }

    private static boolean isAtGateOfPhase(PipelineState state) {
        return state.slots().gate() instanceof GateSlot.Open(var gate)
                && gate.origin() == Gate.Origin.PHASE;
    }

    private static Gate gate(PipelineState state) {
        return state.slots().gate() instanceof GateSlot.Open(var gate)
                ? gate
                : new Gate(
                        state.phase().map(Phase::id).getOrElse("end"),
                        "opening",
                        state.revision(),
                        Option.none(),
                        "",
                        OnReject.REDO,
                        Gate.Origin.PHASE,
                        Option.none());
    }

    private static Replacement replacement(String name, String content) {
        return new Replacement(name, content, ITEMS);
    }

    private static ArtifactReplaced event(PipelineState state, Gate gate, Replacement replacement) {
        return new ArtifactReplaced(
                state.header().lastInput() + 1,
                gate.id(),
                gate.instance(),
                gate.revision(),
                replacement);
    }

    private static Command command(Gate gate, String content, String name) {
        return new Command.ReplaceArtifact(gate.id(), shown(gate), replacement(name, content));
    }

    private static Shown shown(Gate gate) {
        return new Shown(Option.of(gate.instance()), Option.of(gate.revision()), gate.tree());
    }

    private static GateApproved approved(long n, Gate gate) {
        return new GateApproved(n, gate.id(), gate.instance(), gate.revision(), "", true);
    }

    private static void unchanged(PipelineState state, Event event) {
        require(Pipeline.reduce(state, event) == state, () -> "this changes something: " + event);
    }
}
