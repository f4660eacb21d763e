package dev.foldline.core.reduce;

import dev.foldline.core.GateArtifacts;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.event.InputEvent.Called;
import dev.foldline.core.event.InputEvent.ChildEnded;
import dev.foldline.core.event.InputEvent.ChildReported;
import dev.foldline.core.event.InputEvent.GateRejected;
import dev.foldline.core.reduce.Consequence.Answer;
import dev.foldline.core.reduce.Consequence.Label;
import dev.foldline.core.reduce.Consequence.Move;
import dev.foldline.core.reduce.Consequence.Stay;
import dev.foldline.core.reduce.Destination.Place;
import dev.foldline.core.state.AddedItems;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Gate.Verdict;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.Items.LatestReport;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Tally;
import dev.foldline.core.state.WatchedBranches;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Accepts;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Reduces external input. Only the next number is accepted, and only if the input applies to the
 * state.
 */
public final class InputReducer {
    private InputReducer() {}

    public static Consequence reduce(PipelineState state, InputEvent event) {
        if (event.n() != state.header().lastInput() + 1) return new Stay(state);
        var received = received(state, event);
        return switch (event) {
            case InputEvent.Paused e -> new Stay(received.withLifecycle(paused(state, e)));
            case InputEvent.Resumed _ ->
                    new Stay(
                            received.withLifecycle(Lifecycle.RUNNING)
                                    .withAgents(state.agents().admitted()));
            case InputEvent.WaitSkipped e ->
                    new Stay(
                            state.awaitsTime()
                                    ? waitSkipped(received.withHeader(received.header().at(e.at())))
                                    : state);
            case InputEvent.Aborted e -> new Stay(aborted(received, e));
            case InputEvent.Frozen e ->
                    new Stay(
                            state.slots().gate() instanceof GateSlot.Idle
                                    ? received.withGate(frozen(state, e))
                                    : state);
            case InputEvent.GateApproved e ->
                    resolved(state, e.gateId(), e.instance(), e.revision())
                            .map(gate -> approved(received, gate, e.feedback()))
                            .getOrElse(() -> new Stay(state));
            case GateRejected e ->
                    resolved(state, e.gateId(), e.instance(), e.revision())
                            .map(gate -> rejected(received, gate, e))
                            .getOrElse(() -> new Stay(state));
            case InputEvent.ArtifactReplaced e -> new Stay(replaced(state, received, e));
            case InputEvent.RetryGranted e ->
                    state.slots().recovery() instanceof Recovery.Halted(var failure)
                            ? again(
                                    received.withLedger(
                                                    received.ledger()
                                                            .approvedBeforehand(e.preApproved()))
                                            .withHeader(received.header().checking(e.checks())),
                                    failure)
                            : new Stay(state);
            case InputEvent.BudgetRaised e -> new Stay(budgetRaised(received, e));
            case InputEvent.UntilSet e ->
                    new Move(
                            received.withHeader(received.header().withUntil(e.phase())),
                            Place.PAUSE_POINT);
            case Called e -> called(state, received, e);
            case ChildEnded e -> new Stay(childEnded(state, received, e));
            case ChildReported e -> new Stay(childReported(state, received, e));
            case InputEvent.CommitsSeen e -> new Stay(commitsSeen(received, e));
            case InputEvent.WorkDeclaredDone e -> declaredDone(state, received, e);
            case InputEvent.ItemsAdded e -> new Stay(itemsAdded(received, e.added()));
            case InputEvent.PullRequestSeen e -> new Stay(ForgeReducer.seen(state, received, e));
        };
    }

    private static PipelineState received(PipelineState state, InputEvent event) {
        var received = state.withHeader(state.header().withLastInput(event.n()));
        return event instanceof InputEvent.PullRequestSeen
                ? received
                : received.withLedger(received.ledger().askingForge());
    }

    private static PipelineState itemsAdded(PipelineState received, AddedItems added) {
        var ledger = received.ledger();
        return received.withItems(received.items().added(added))
                .withLedger(
                        ledger.withArtifacts(
                                ledger.artifacts().merge(added.texts(), (_, text) -> text)));
    }

    private static PipelineState aborted(PipelineState received, InputEvent.Aborted event) {
        return received.withLifecycle(Lifecycle.RUNNING)
                .withGate(GateSlot.IDLE)
                .withAgents(unasked(received))
                .withRecovery(new Recovery.Ending(new Outcome.Aborted(event.why())));
    }

    private static Agents unasked(PipelineState state) {
        return state.agents().with(state.agents().questions().withoutOpen());
    }

    private static PipelineState budgetRaised(
            PipelineState received, InputEvent.BudgetRaised event) {
        var usage = received.usage().withBudget(event.budget()).withPhases(event.phases());
        return received.withAgents(received.agents().admitted()).withUsage(usage);
    }

    private static PipelineState waitSkipped(PipelineState state) {
        return state.withAgents(AgentFailureHandling.afterSkippedWait(state))
                .withRetry(state.slots().retry().afterWait());
    }

    /** A later pause does not make an urgent one less urgent. */
    private static Lifecycle paused(PipelineState state, InputEvent.Paused event) {
        return state.lifecycle() instanceof Lifecycle.Paused(var urgency) && urgency == Urgency.NOW
                ? state.lifecycle()
                : new Lifecycle.Paused(event.urgency());
    }

    private static GateSlot frozen(PipelineState state, InputEvent.Frozen event) {
        return new GateSlot.Open(
                new Gate(
                        event.gateId(),
                        "freeze-" + event.n(),
                        event.n(),
                        state.ledger().repository().tree(),
                        event.reason(),
                        OnReject.TERMINATE,
                        Gate.Origin.FREEZE,
                        Option.none()));
    }

    /** Returns the open gate, if the resolution refers to exactly this opening. */
    private static Option<Gate> resolved(
            PipelineState state, String id, String instance, long revision) {
        return state.slots().gate() instanceof GateSlot.Open(var gate)
                        && gate.id().equals(id)
                        && gate.instance().equals(instance)
                        && gate.revision() == revision
                ? Option.of(gate)
                : Option.none();
    }

    /**
     * The text counts as if the phase had made it. The gate shows the next revision, so an answer
     * to what it showed before no longer applies.
     */
    private static PipelineState replaced(
            PipelineState state, PipelineState received, InputEvent.ArtifactReplaced event) {
        var gate = resolved(state, event.gateId(), event.instance(), event.revision());
        var text = event.replacement();
        var step = GateArtifacts.of(state).step(text.artifact());
        var artifacts = received.ledger().artifacts();
        return gate.isEmpty()
                        || step.isEmpty()
                        || artifacts.get(text.artifact()).contains(text.content())
                ? state
                : revised(
                        planned(received, step.get(), text.items())
                                .withLedger(
                                        received.ledger()
                                                .withArtifacts(
                                                        artifacts.put(
                                                                text.artifact(), text.content()))),
                        gate.get());
    }

    private static PipelineState planned(
            PipelineState state, Step.Collect step, Vector<Item> items) {
        int max = state.policy().limits().itemsMax();
        return step.list()
                .map(list -> state.withItems(state.items().planned(list, items, max)))
                .getOrElse(state);
    }

    private static PipelineState revised(PipelineState state, Gate gate) {
        var executions = state.ledger().executions().put(state.phaseKey(), state.revision() + 1);
        return state.withLedger(state.ledger().withExecutions(executions))
                .withGate(new GateSlot.Open(gate.revised(state.revision() + 1L)));
    }

    private static PipelineState answered(PipelineState received, Gate gate, Verdict verdict) {
        var resolved = received.ledger().resolved(gate, verdict);
        return received.withGate(GateSlot.IDLE)
                .withLedger(
                        verdict == Verdict.APPROVED
                                ? resolved.withFindings(shown(received, gate))
                                : resolved);
    }

    /** The gate after a comparison showed what was found out about the change. */
    private static Findings shown(PipelineState state, Gate gate) {
        var findings = state.ledger().findings();
        boolean isShown =
                gate.origin() == Gate.Origin.PHASE && state.phase().exists(Phase::comparesChange);
        return gate.tree()
                .filter(_ -> isShown)
                .map(
                        tree ->
                                findings.with(
                                        findings.change()
                                                .withApproval(tree, findings.missingTests())))
                .getOrElse(findings);
    }

    private static Consequence approved(PipelineState received, Gate gate, String feedback) {
        return switch (gate.origin()) {
            case PHASE -> new Move(answered(received, gate, Verdict.APPROVED), Place.NEXT_PHASE);
            case FREEZE -> new Stay(answered(received, gate, Verdict.APPROVED));
            case QUESTION -> answered(received, gate, feedback);
        };
    }

    private static Consequence answered(PipelineState received, Gate gate, String answer) {
        var ledger = received.ledger();
        return QuestionHandling.answered(
                received.withGate(GateSlot.IDLE)
                        .withLedger(
                                ledger.withResolutions(
                                        ledger.resolutions().append(gate.answered(answer)))),
                gate,
                answer);
    }

    private static Consequence rejected(PipelineState received, Gate gate, GateRejected event) {
        if (gate.origin() == Gate.Origin.QUESTION)
            return answered(received, gate, event.feedback());
        var reported =
                answered(received, gate, Verdict.REJECTED)
                        .withFeedback(event.feedback(), Option.none());
        return switch (gate.onReject()) {
            // A run that is already ending keeps its outcome, for example if the user has aborted
            // it.
            case TERMINATE ->
                    new Stay(
                            reported.slots().recovery() instanceof Recovery.Ending
                                    ? reported
                                    : reported.withRecovery(
                                            new Recovery.Ending(
                                                    new Outcome.Rejected(
                                                            gate.id(), event.feedback()))));
            case CONTINUE ->
                    gate.origin() == Gate.Origin.PHASE
                            ? new Move(reported, Place.NEXT_PHASE)
                            : new Stay(reported);
            case REDO ->
                    new Move(
                            reported.withRetry(Retry.IDLE)
                                    .withContinuation(new Continuation.RedoDue(1))
                                    .withUsage(reported.usage().withTally(Tally.FRESH)),
                            Place.FIRST_STEP);
        };
    }

    /**
     * Resets the limits for a retry by the user: the phase starts again, and the failure is
     * watched.
     */
    private static Consequence again(PipelineState state, Failure failure) {
        var spent = state.usage();
        var calmed =
                state.withLedger(
                        state.ledger().withFindings(state.ledger().findings().withoutFailures()));
        var again =
                calmed.withItems(RecoveryHandling.reopened(state))
                        .withAgents(unasked(state).admitted().productive())
                        .withRecovery(
                                new Recovery.Watching(
                                        new Failure(failure.at(), failure.fault(), 0)))
                        .withUsage(
                                spent.withRewindsAtReset(spent.rewinds())
                                        .withSaves(0)
                                        .withRouteUses(LinkedHashMap.empty()));
        return AdviceHandling.retried(again).getOrElse(() -> new Move(again, Place.BEFORE_PHASE));
    }

    private static Consequence called(PipelineState state, PipelineState received, Called event) {
        if (state.awaitedCall().isEmpty()) return new Stay(state);
        var external = state.awaitedCall().get();
        var at =
                received.withHeader(received.header().at(event.at()))
                        .withLedger(
                                received.ledger()
                                        .brought(event.arguments(), state.isInstructedAgain()));
        return event.kind() == CallKind.TOOL
                ? SubmissionReducer.unlocked(state, external, event.tool())
                        .<Consequence>map(unlock -> new Label(at, unlock.tool(), unlock.route()))
                        .getOrElse(() -> new Stay(state))
                : answered(state, at, external, event);
    }

    private static Consequence answered(
            PipelineState state,
            PipelineState received,
            Step.WorkerRequest external,
            Called event) {
        if ((event.kind() == CallKind.GET) != (external.accepts() == Accepts.GET))
            return new Stay(state);
        var label = event.arguments().get(external.argument()).filter(external.labels()::contains);
        if (!external.labels().isEmpty() && label.isEmpty()
                || state.missing(external, event.arguments()).isDefined()) return new Stay(state);
        var continued = received.withContinuation(Continuation.IDLE);
        return label.<Consequence>map(each -> new Label(continued, each))
                .getOrElse(() -> new Answer(continued));
    }

    private static PipelineState childEnded(
            PipelineState state, PipelineState received, ChildEnded event) {
        var list = state.items().list(event.list());
        int index =
                list.indexWhere(
                        item ->
                                item.id().equals(event.item())
                                        && item.status()
                                                .equals(new Item.Running(event.spawnTicket())));
        var report = event.report();
        var status = report.isCompleted() ? Item.DONE : new Item.Failed(report.why());
        return index < 0
                ? state
                : received.withUsage(SpendAccounting.childEnded(received, event.list(), report))
                        .withItems(
                                state.items()
                                        .with(event.list(), index, status)
                                        .ended(
                                                event.list(),
                                                event.item(),
                                                event.spawnTicket(),
                                                report));
    }

    private static PipelineState childReported(
            PipelineState state, PipelineState received, ChildReported event) {
        var items = state.items();
        boolean isNews =
                items.isRunning(event.list(), event.item(), event.spawnTicket())
                        && items.child(event.spawnTicket())
                                .flatMap(Child::latest)
                                .forAll(before -> before.seq() < event.seq());
        return isNews
                ? received.withItems(
                        items.with(
                                items.child(event.spawnTicket())
                                        .getOrElse(() -> started(event))
                                        .reporting(new LatestReport(event.seq(), event.report()))))
                : state;
    }

    private static Child started(ChildReported event) {
        return new Child(event.list(), event.item(), event.spawnTicket(), event.run());
    }

    /** A halted terminal is retried first; then its call is completed instead of repeated. */
    private static Consequence declaredDone(
            PipelineState state, PipelineState received, InputEvent.WorkDeclaredDone event) {
        if (!state.worker().exists(worker -> worker.terminal().equals(event.terminal())))
            return new Stay(state);
        var declared =
                received.withLedger(
                        received.ledger().withDeclaredDone(Option.of(event.terminal())));
        return state.slots().recovery() instanceof Recovery.Halted(var failure)
                ? again(declared, failure)
                : new Stay(declared);
    }

    private static PipelineState commitsSeen(PipelineState received, InputEvent.CommitsSeen event) {
        var repository = received.ledger().repository();
        var reported =
                repository.watched().getOrElse(WatchedBranches.NOTHING).after(event.sighting());
        return received.withLedger(received.ledger().withRepository(repository.watching(reported)));
    }
}
