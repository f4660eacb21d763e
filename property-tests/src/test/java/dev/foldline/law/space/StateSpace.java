package dev.foldline.law.space;

import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.Control;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;

/**
 * All states that a workflow reaches when each effect has each of its outcomes, users intervene and
 * the driver crashes a limited number of times. The search is breadth-first, so the path to the
 * first violation is a shortest one.
 */
public final class StateSpace {
    /** What was searched. */
    public record Size(int states, int transitions, int ended) {}

    private record Node(
            PipelineState state,
            int interventions,
            int crashes,
            @Nullable Node from,
            @Nullable Transition by) {}

    private record Key(CanonicalState state, int interventions, int crashes) {}

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final Consumer<PipelineState> stateLaws;
    private final Consumer<Transition> transitionLaws;
    private final Set<Key> seen = new HashSet<>();
    private final Queue<Node> open = new ArrayDeque<>();
    private int transitions;
    private int ended;

    private StateSpace(Consumer<PipelineState> stateLaws, Consumer<Transition> transitionLaws) {
        this.stateLaws = stateLaws;
        this.transitionLaws = transitionLaws;
    }

    /** Searches all states, and checks the laws on each of them and on each transition. */
    public static Size search(
            Workflow workflow,
            int interventions,
            Consumer<PipelineState> stateLaws,
            Consumer<Transition> transitionLaws) {
        return new StateSpace(stateLaws, transitionLaws).search(workflow, interventions);
    }

    private Size search(Workflow workflow, int interventions) {
        var start =
                Pipeline.start(
                        new RunEvent.RunStarted(
                                "run", workflow, "task", Pipeline.RULES_VERSION, START));
        visit(new Node(start, interventions, 1, null, null));
        for (var node = open.poll(); node != null; node = open.poll()) expand(node);
        return new Size(seen.size(), transitions, ended);
    }

    private void expand(Node node) {
        var state = node.state();
        var decision = Pipeline.decide(state);
        var answers = PossibleEvents.answers(state, decision.effect());
        for (var event : answers.appendAll(PossibleEvents.expectedInputs(state)))
            follow(node, decision, event, 0, 0);
        if (node.crashes() > 0)
            PossibleEvents.crash(state).forEach(event -> follow(node, decision, event, 0, 1));
        if (node.interventions() > 0)
            PossibleEvents.interventions(state)
                    .forEach(event -> follow(node, decision, event, 1, 0));
        if (decision.effect() instanceof Control.Stop) ended++;
    }

    private void follow(Node node, Decision decision, Event event, int interventions, int crashes) {
        var before = node.state();
        var transition = new Transition(before, decision, event, Pipeline.reduce(before, event));
        var next =
                new Node(
                        transition.after(),
                        node.interventions() - interventions,
                        node.crashes() - crashes,
                        node,
                        transition);
        transitions++;
        check(next, () -> transitionLaws.accept(transition));
        visit(next);
    }

    private void visit(Node node) {
        var key = new Key(CanonicalState.of(node.state()), node.interventions(), node.crashes());
        if (!seen.add(key)) return;
        check(node, () -> stateLaws.accept(node.state()));
        open.add(node);
    }

    private static void check(Node node, Runnable law) {
        try {
            law.run();
        } catch (RuntimeException | AssertionError broken) {
            throw new AssertionError(broken.getMessage() + "\n" + path(node), broken);
        }
    }

    private static String path(Node last) {
        var lines = new ArrayList<String>();
        for (Node node = last; node != null; node = node.from())
            if (node.by() != null)
                lines.addFirst(
                        node.by().before().at()
                                + " "
                                + node.by().decision().rule()
                                + " <- "
                                + node.by().event());
        return Vector.ofAll(lines).mkString("\n") + "\n" + last.state().slots();
    }
}
