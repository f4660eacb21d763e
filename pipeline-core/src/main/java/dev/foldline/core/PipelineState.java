package dev.foldline.core;

import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.effect.TerminalAgent;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Agents.Rest;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Header;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * The complete state of a run, in eight slices. It is immutable; applying an event produces a new
 * state.
 */
public record PipelineState(
        Header header,
        Lifecycle lifecycle,
        Cursor cursor,
        Slots slots,
        Items items,
        Agents agents,
        Ledger ledger,
        Usage usage) {

    public PipelineState withHeader(Header slice) {
        return new PipelineState(slice, lifecycle, cursor, slots, items, agents, ledger, usage);
    }

    public PipelineState withLifecycle(Lifecycle slice) {
        return new PipelineState(header, slice, cursor, slots, items, agents, ledger, usage);
    }

    public PipelineState withCursor(Cursor slice) {
        return new PipelineState(header, lifecycle, slice, slots, items, agents, ledger, usage);
    }

    public PipelineState withSlots(Slots slice) {
        return new PipelineState(header, lifecycle, cursor, slice, items, agents, ledger, usage);
    }

    public PipelineState withItems(Items slice) {
        return new PipelineState(header, lifecycle, cursor, slots, slice, agents, ledger, usage);
    }

    public PipelineState withAgents(Agents slice) {
        return new PipelineState(header, lifecycle, cursor, slots, items, slice, ledger, usage);
    }

    public PipelineState withLedger(Ledger slice) {
        return new PipelineState(header, lifecycle, cursor, slots, items, agents, slice, usage);
    }

    public PipelineState withUsage(Usage slice) {
        return new PipelineState(header, lifecycle, cursor, slots, items, agents, ledger, slice);
    }

    public PipelineState withLastFault(Fault fault) {
        return withLedger(ledger.withLastFault(Option.of(fault)));
    }

    /**
     * Adds feedback for the cursor's phase.
     *
     * @param output id of the full text, if there is one
     */
    public PipelineState withFeedback(String message, Option<String> output) {
        return withLedger(
                ledger.withFeedback(phaseKey(), new Feedback(revision(), message, output)));
    }

    /** Adds the failure of a check as feedback for the cursor's phase. */
    public PipelineState withFailure(String check, Fault fault) {
        var failure = new Feedback(revision(), fault.message(), fault.output(), Option.of(check));
        return withLedger(ledger.withFeedback(phaseKey(), failure));
    }

    public PipelineState withInFlight(InFlight slot) {
        return withSlots(slots.withInFlight(slot));
    }

    public PipelineState withGate(GateSlot slot) {
        return withSlots(slots.withGate(slot));
    }

    public PipelineState withRecovery(Recovery slot) {
        return withSlots(slots.withRecovery(slot));
    }

    public PipelineState withRetry(Retry slot) {
        return withSlots(slots.withRetry(slot));
    }

    public PipelineState withContinuation(Continuation slot) {
        return withSlots(slots.withContinuation(slot));
    }

    public Workflow workflow() {
        return header.workflow();
    }

    public Policy policy() {
        return workflow().policy();
    }

    public Position at() {
        return cursor.at();
    }

    public boolean isAtEnd() {
        return at().stage() >= workflow().stages().size();
    }

    /** Returns the stage at the cursor, or none at the end of the workflow. */
    public Option<Stage> stage() {
        return isAtEnd() ? Option.none() : Option.of(workflow().stages().get(at().stage()));
    }

    /** Returns the phase at the cursor, or none at the end of the workflow. */
    public Option<Phase> phase() {
        return stage().filter(stage -> at().phase() < stage.phases().size())
                .map(stage -> stage.phases().get(at().phase()));
    }

    /** Returns the key of the cursor's phase. */
    public String phaseKey() {
        return stage().flatMap(stage -> phase().map(stage::key)).getOrElse("end");
    }

    /**
     * Returns the next step of ordinary work. There is none before a phase, after its last step and
     * at the end.
     */
    public Option<Step> currentStep() {
        return cursor instanceof Cursor.Working(var at)
                ? phase().filter(phase -> at.step() < phase.steps().size())
                        .map(phase -> phase.steps().get(at.step()))
                : Option.none();
    }

    /** Returns the role that is called next in the cursor's phase. */
    public Option<String> roleAhead() {
        return phase().flatMap(phase -> phase.roleFrom(at().step()));
    }

    /** Returns the route that the cursor's phase has for a label. */
    public Route route(String label) {
        return phase().flatMap(phase -> phase.routes().get(label)).getOrElse(Route.PROCEED);
    }

    /** Returns whether the checks run on the base: after a call the tree may be an agent's. */
    public boolean isOnBase() {
        return usage.meter().agentCalls() == 0
                && phase().exists(phase -> phase.id().equals(BuiltinWorkflows.BASELINE));
    }

    /**
     * Returns how many times the cursor's phase was executed or an artifact of it replaced at its
     * gate.
     */
    public int revision() {
        return ledger.executions(phaseKey());
    }

    /** Returns the key of the effects derived from this state. */
    public EffectKey effectKey() {
        return new EffectKey(
                stage().map(Stage::id).getOrElse("end"),
                at().turn(),
                phase().map(Phase::id).getOrElse("end"),
                at().step(),
                revision(),
                usage.tally().attempt() + usage.saves());
    }

    /** Returns whether the work of the cursor's terminal was declared done during its call. */
    public boolean isDeclaredDone() {
        return ledger.declaredDone()
                .exists(done -> worker().exists(worker -> worker.terminal().equals(done)));
    }

    /**
     * Returns the agent that may commit in the cursor's phase, if the phase observes commits. A run
     * without a parent counts as its own task.
     */
    public Option<TerminalAgent> worker() {
        return phase().filter(Phase::observes)
                .flatMap(Phase::worker)
                .map(
                        role ->
                                header.parent()
                                        .map(
                                                parent ->
                                                        new TerminalAgent(
                                                                parent.run(), parent.item(), role))
                                        .getOrElse(
                                                () ->
                                                        new TerminalAgent(
                                                                header.run(), header.run(), role)));
    }

    /** Returns the merge that the cursor's phase has prepared. */
    public Option<Candidate> preparedMerge() {
        return ledger.repository().candidate().filter(_ -> phase().exists(Phase::preparesMerge));
    }

    /** Returns whether this is the ticket of the expected outcome. */
    public boolean awaits(long ticket) {
        return ticket == header.ticket();
    }

    /** Returns whether no external effect is in progress, so that a local effect may answer. */
    public boolean isFree() {
        return slots.inFlight() instanceof InFlight.Idle;
    }

    /**
     * Records that the outcome has arrived: nothing is in progress, and the next outcome gets the
     * next ticket.
     */
    public PipelineState answered() {
        return withHeader(header.withTicket(header.ticket() + 1)).withInFlight(InFlight.IDLE);
    }

    /**
     * Returns whether only ordinary work is due. Pauses, gates and the budget are not considered.
     */
    public boolean expectsWork() {
        return isFree()
                && (slots.recovery() instanceof Recovery.Idle
                        || slots.recovery() instanceof Recovery.Watching)
                && (slots.retry() instanceof Retry.Idle || slots.retry() instanceof Retry.Running)
                && (slots.continuation() instanceof Continuation.Idle
                        || slots.continuation() instanceof Continuation.Running);
    }

    /** Returns the rest that ends first if all agents of a role that may be called are resting. */
    public Option<Rest> allRest(String role) {
        var callable = agents.callable(role, policy().chain(role));
        return callable.forAll(agent -> agents.isResting(agent, header.now()))
                ? agents.firstAwake(callable)
                : Option.none();
    }

    /** Returns the rest that ends first if a fix is due and all fixers are resting. */
    public Option<Rest> fixerRests() {
        boolean due =
                slots.recovery() instanceof Recovery.FixDue
                        || slots.recovery() instanceof Recovery.FixPrompted;
        return policy().recovery().fixer().filter(_ -> due).flatMap(this::allRest);
    }

    /** Returns whether the run waits for a time: the end of an agent's limit, or a retry. */
    public boolean awaitsTime() {
        return switch (slots.recovery()) {
            case Recovery.FixDue _, Recovery.FixPrompted _ -> isFree() && fixerRests().isDefined();
            case Recovery.Idle _, Recovery.Watching _ -> slots.retry() instanceof Retry.Waiting;
            case Recovery.CleanDue _,
                    Recovery.Passed _,
                    Recovery.Halting _,
                    Recovery.Halted _,
                    Recovery.Ending _ ->
                    false;
        };
    }

    /** Returns the role whose agent is called next: the fixer if a fix is due. */
    public Option<String> awaitedRole() {
        boolean fixing =
                slots.recovery() instanceof Recovery.FixDue
                        || slots.recovery() instanceof Recovery.FixPrompted;
        return fixing ? policy().recovery().fixer() : roleAhead();
    }

    /** Returns the agent whose limit the run waits for. */
    public Option<String> awaitedAgent() {
        var until =
                fixerRests()
                        .map(Rest::until)
                        .orElse(
                                () ->
                                        slots.retry() instanceof Retry.Waiting(_, var notBefore)
                                                ? Option.of(notBefore)
                                                : Option.<Instant>none());
        return awaitedRole()
                .toVector()
                .flatMap(role -> policy().chain(role))
                .find(
                        agent ->
                                awaitsTime()
                                        && agents.resting()
                                                .get(agent)
                                                .exists(rest -> until.contains(rest.until())));
    }

    /** Returns the item of the current turn, if the stage iterates over items. */
    public Option<Item> item() {
        return stage().flatMap(
                        stage ->
                                stage.turns() instanceof LoopCondition.EachItem(var list, _)
                                        ? items.list(list).drop(at().turn()).headOption()
                                        : Option.none());
    }

    /** Returns the ids of items that the artifact may name; empty if it may name any. */
    public Vector<String> choices(Step.Collect step) {
        return step.list().filter(workflow()::mergesItems).isDefined()
                ? items.completed()
                : Vector.empty();
    }

    /** Returns the tags of all items of the cursor's stage, if the stage iterates over items. */
    public Vector<String> tags() {
        return stage().toVector()
                .flatMap(
                        stage ->
                                stage.turns() instanceof LoopCondition.EachItem(var list, _)
                                        ? items.list(list).flatMap(Item::tags).distinct()
                                        : Vector.<String>empty());
    }

    /** Returns whether the worker was already informed of a failure of its work. */
    public boolean isInstructedAgain() {
        return failures() > 0
                || slots.retry() instanceof Retry.Running(var setback)
                        && setback.kind() == Retry.Kind.INSTRUCT_AGAIN
                || slots.retry() instanceof Retry.Due(var due)
                        && due.kind() == Retry.Kind.INSTRUCT_AGAIN;
    }

    /** Returns how many times in a row the work of an instructed worker has failed here. */
    public int failures() {
        return cursor instanceof Cursor.Working ? usage.tally().failures() : 0;
    }

    /** Returns the instruction that waits for an external call, if nothing outranks it. */
    public Option<Step.WorkerRequest> awaitedCall() {
        return currentStep()
                .filter(step -> expectsCall() && step instanceof Step.WorkerRequest)
                .map(Step.WorkerRequest.class::cast)
                .filter(Step.WorkerRequest::waits);
    }

    /**
     * Returns the argument that a deciding call lacks: the command of the following check, if the
     * policy does not define it.
     */
    public Option<String> missing(Step.WorkerRequest external, Map<String, String> arguments) {
        var label = arguments.get(external.argument()).filter(external.labels()::contains);
        var goesOn =
                label.flatMap(name -> phase().flatMap(phase -> phase.routes().get(name)))
                        .forAll(Route.PROCEED::equals);
        return phase().filter(_ -> goesOn && external.labels().nonEmpty())
                .flatMap(phase -> phase.steps().drop(at().step() + 1).headOption())
                .flatMap(
                        step ->
                                step instanceof Step.Check(var name, _)
                                        ? Option.of(name)
                                        : Option.<String>none())
                .filter(
                        name ->
                                !policy().checks().containsKey(name)
                                        && arguments.get(name).forAll(String::isBlank));
    }

    /** Returns whether an external agent may call: nothing outranks its instruction. */
    public boolean expectsCall() {
        return lifecycle instanceof Lifecycle.Running
                && slots.gate() instanceof GateSlot.Idle
                && expectsWork();
    }
}
