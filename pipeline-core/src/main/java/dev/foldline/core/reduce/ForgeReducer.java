package dev.foldline.core.reduce;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.ForgeEvent.BranchPushed;
import dev.foldline.core.event.ForgeEvent.BranchUpdated;
import dev.foldline.core.event.ForgeEvent.MergeRefused;
import dev.foldline.core.event.ForgeEvent.RepliesPosted;
import dev.foldline.core.event.ForgeEvent.RepliesRefused;
import dev.foldline.core.event.ForgeEvent.RequestMerged;
import dev.foldline.core.event.ForgeEvent.RequestOpened;
import dev.foldline.core.event.ForgeEvent.RequestReady;
import dev.foldline.core.event.InputEvent.PullRequestSeen;
import dev.foldline.core.reduce.Consequence.Label;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.state.FailedJobs;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.ForgeOperation;
import dev.foldline.core.workflow.RequestCompletion;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Step;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Reduces what happens on the forge: outcomes of effects, and news of the pull request. */
public final class ForgeReducer {
    private ForgeReducer() {}

    public static Consequence reduce(PipelineState state, ForgeEvent event) {
        if (!state.awaits(event.ticket())) return new Stay(state);
        var running = state.slots().inFlight().running().getOrNull();
        return switch (event) {
            case BranchPushed(_, var head) ->
                    running instanceof ForgeEffect.PushBranch
                            ? done(state, request(state).pushed(head))
                            : new Stay(state);
            case RequestOpened(_, var link) ->
                    running instanceof ForgeEffect.OpenRequest
                            ? done(state, request(state).opened(link, completion(state)))
                            : new Stay(state);
            case BranchUpdated e ->
                    running instanceof ForgeEffect.UpdateBranch
                            ? updated(state.answered(), e)
                            : new Stay(state);
            // The step goes on waiting: a merge is news, a refusal is not.
            case RequestReady _ ->
                    running instanceof ForgeEffect.MarkReady
                            ? new Stay(with(state.answered(), request(state).markedReady()))
                            : new Stay(state);
            case RequestMerged _ ->
                    running instanceof ForgeEffect.MergeRequest
                            ? new Stay(with(state.answered(), request(state).merged()))
                            : new Stay(state);
            case MergeRefused(_, var reason, var at) ->
                    running instanceof ForgeEffect.MergeRequest
                                    || running instanceof ForgeEffect.MarkReady
                            ? new Stay(
                                    with(state.answered(), request(state).mergeRefused(reason, at)))
                            : new Stay(state);
            case RepliesPosted _ ->
                    running instanceof ForgeEffect.ReplyToRemarks
                            ? new Stay(with(state.answered(), request(state).repliesPosted()))
                            : new Stay(state);
            case RepliesRefused _ ->
                    running instanceof ForgeEffect.ReplyToRemarks
                            ? new Stay(with(state.answered(), request(state).repliesRefused()))
                            : new Stay(state);
        };
    }

    private static RequestCompletion completion(PipelineState state) {
        return state.currentStep().getOrNull() instanceof Step.Forge forge
                ? forge.completion().getOrElse(RequestCompletion.BY_USERS)
                : RequestCompletion.BY_USERS;
    }

    /** A conflict becomes the feedback of the phase that resolves it. */
    private static Consequence updated(PipelineState state, BranchUpdated event) {
        var ledger = state.ledger();
        var moved =
                state.withLedger(
                        ledger.withRepository(
                                ledger.repository()
                                        .moved(event.head(), event.tree())
                                        .startingAt(event.base())));
        if (event.conflict().isEmpty()) return new Label(moved, ForgeOperation.UPDATED);
        var conflict = event.conflict().get();
        return new Label(
                briefed(
                        moved,
                        state.route(ForgeOperation.CONFLICT),
                        Vector.of(
                                new Finding(
                                        event.head(),
                                        Source.CONFLICT,
                                        "the branch conflicts with "
                                                + conflict.base()
                                                + "; both sides are between conflict markers in "
                                                + conflict.paths().mkString(", "),
                                        Option.of(conflict.report())))),
                ForgeOperation.CONFLICT);
    }

    private static Consequence done(PipelineState state, PullRequest request) {
        return new Move(with(state.answered(), request), Place.NEXT_STEP);
    }

    /** Records what was seen; {@link #news} follows it. */
    static PipelineState seen(PipelineState state, PipelineState received, PullRequestSeen event) {
        var request = request(state);
        var seen = request.after(event.observation());
        return request.link().exists(link -> link.number() == event.observation().number())
                        && !seen.equals(request)
                ? with(received, seen)
                : state;
    }

    /**
     * Follows the label of the pull request's news when the run waits for it. Replies about the
     * last push come first.
     */
    static Consequence news(PipelineState state) {
        if (!state.expectsWork()
                || !(state.currentStep().getOrNull() instanceof Step.Forge step)
                || step.operation() != ForgeOperation.AWAIT
                || request(state).dueReplies().nonEmpty()) return new Stay(state);
        return request(state)
                .news(step.labels())
                .map(label -> follow(state, label, step))
                .getOrElse(
                        () ->
                                step.bounds().exists(request(state)::isOverdue)
                                        ? new Label(state, ForgeOperation.OVERDUE)
                                        : new Stay(state));
    }

    private static Consequence follow(PipelineState state, String label, Step.Forge step) {
        var spent = step.bounds().flatMap(each -> request(state).spent(label, each));
        if (spent.isDefined())
            return new Label(with(state, request(state).leftToUser(spent.get())), spent.get());
        var route = state.route(label);
        if (label.equals(ForgeOperation.CLOSED) && route instanceof Route.End)
            return new Stay(
                    state.withRecovery(
                            new Recovery.Ending(
                                    new Outcome.Aborted("the pull request was closed"))));
        var asking = request(state).asking(label);
        var briefing = asking.appendAll(known(state, label));
        var back = request(state).sentBack(label);
        boolean replies = step.completion().flatMap(RequestCompletion::threads).isDefined();
        return new Label(
                asking.isEmpty()
                        ? state
                        : briefed(
                                with(state, replies ? back.owingReplies(asking) : back),
                                route,
                                briefing),
                label);
    }

    /** Who is to change something reads last which failures are not to be fixed. */
    private static Option<Finding> known(PipelineState state, String label) {
        return FailedJobs.remark(request(state).pending())
                .filter(_ -> label.equals(ForgeOperation.CHANGES));
    }

    /** The findings become the feedback of the phase that the route leads to, and no more. */
    private static PipelineState briefed(
            PipelineState state, Route route, Vector<Finding> findings) {
        if (!(route instanceof Route.To(var phase))) return state;
        var key = state.stage().map(stage -> stage.id() + "/" + phase).getOrElse(phase);
        var ledger = state.ledger();
        var execution = ledger.executions(key) + 1;
        return state.withLedger(
                ledger.withFeedback(
                        ledger.feedback()
                                .put(
                                        key,
                                        findings.map(
                                                each ->
                                                        new Feedback(
                                                                execution,
                                                                each.title(),
                                                                each.text())))));
    }

    private static PullRequest request(PipelineState state) {
        return state.ledger().repository().request();
    }

    private static PipelineState with(PipelineState state, PullRequest request) {
        var ledger = state.ledger();
        return state.withLedger(ledger.withRepository(ledger.repository().with(request)));
    }
}
