package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.GitEvent.Remark;
import dev.foldline.core.event.GitEvent.WorkObserved;
import dev.foldline.core.reduce.Consequence.Label;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Sequence;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.StepOf;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

/** Reduces what a terminal reports about its own or another terminal's work. */
final class ReviewReducer {
    private ReviewReducer() {}

    static Consequence observed(PipelineState state, WorkObserved event) {
        var ledger = state.ledger();
        var seen =
                state.withLedger(
                        ledger.withCommits(ledger.commits().appendAll(event.commits()))
                                .withRepository(
                                        ledger.repository().withTree(event.head(), event.tree())));
        var route = state.route(event.label());
        var label =
                new Label(
                        reviewed(seen, event), event.label(), route(state, route, event.remark()));
        return route instanceof Route.Fail
                ? new Sequence(label, ReviewReducer::calledAgain)
                : label;
    }

    /**
     * A worker that reported failed work is called again after the fix. Reading its earlier commits
     * again would not be enough.
     */
    private static Consequence calledAgain(PipelineState state) {
        boolean due =
                state.slots().recovery() instanceof Recovery.FixDue
                        || state.slots().recovery() instanceof Recovery.CleanDue;
        return state.phase()
                .filter(_ -> due)
                .<Consequence>map(
                        phase -> new Move(state, new StepOf(agentSegment(phase, state.at()))))
                .getOrElse(() -> new Stay(state));
    }

    /** Returns the start of the segment of the last agent before the cursor. */
    private static int agentSegment(Phase phase, Position at) {
        int agent = phase.steps().take(at.step()).lastIndexWhere(Step.Agent.class::isInstance);
        return phase.segmentStart(Math.max(0, agent));
    }

    /** Routes rejected work to the terminal it concerns, and adds the reason to a failure. */
    private static Route route(PipelineState state, Route route, Option<Remark> remark) {
        return switch (route) {
            case Route.Back(var stage, var max) ->
                    new Route.Back(about(state, remark).map(Stage::id).getOrElse(stage), max);
            case Route.Fail(var why) ->
                    new Route.Fail(
                            remark.map(Remark::text)
                                    .filter(text -> !text.isBlank())
                                    .getOrElse(why));
            case Route.Proceed _,
                    Route.NextPhase _,
                    Route.PassGate _,
                    Route.Ahead _,
                    Route.To _,
                    Route.More _,
                    Route.Halt _,
                    Route.End _ ->
                    route;
        };
    }

    private static PipelineState reviewed(PipelineState state, WorkObserved event) {
        boolean passed = event.label().equals(WorkObserved.REVIEW_PASS);
        if (!passed && !event.label().equals(WorkObserved.REVIEW_REJECT)) return state;
        return about(state, event.remark())
                .orElse(() -> usual(state))
                .flatMap(
                        stage ->
                                stage.phases()
                                        .find(Phase::observes)
                                        .map(
                                                phase -> {
                                                    var ledger =
                                                            state.ledger()
                                                                    .reviewed(
                                                                            stage.id(),
                                                                            event.label());
                                                    var key = stage.key(phase);
                                                    var text =
                                                            event.remark()
                                                                    .map(Remark::text)
                                                                    .filter(each -> !each.isBlank())
                                                                    .getOrElse(event.label());
                                                    return state.withLedger(
                                                            passed
                                                                    ? ledger
                                                                    : ledger.withFeedback(
                                                                            key,
                                                                            new Feedback(
                                                                                    ledger
                                                                                            .executions(
                                                                                                    key),
                                                                                    text,
                                                                                    Option
                                                                                            .none())));
                                                }))
                .getOrElse(state);
    }

    /** Returns the named terminal, if it precedes this one. */
    private static Option<Stage> about(PipelineState state, Option<Remark> remark) {
        return remark.flatMap(Remark::terminal)
                .flatMap(
                        named ->
                                state.workflow()
                                        .stages()
                                        .take(state.at().stage())
                                        .find(
                                                stage ->
                                                        stage.id().equals(named)
                                                                && stage.phases()
                                                                        .exists(Phase::observes)));
    }

    /** Returns where rejected work goes by default. */
    private static Option<Stage> usual(PipelineState state) {
        return state.phase()
                .flatMap(phase -> phase.routes().get(WorkObserved.REVIEW_REJECT))
                .flatMap(
                        route ->
                                route instanceof Route.Back(var to, _)
                                        ? state.workflow()
                                                .stages()
                                                .find(stage -> stage.id().equals(to))
                                        : Option.<Stage>none());
    }
}
