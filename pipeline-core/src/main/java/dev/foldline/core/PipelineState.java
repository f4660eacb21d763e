package dev.foldline.core;

import dev.foldline.core.effect.Place;
import dev.foldline.core.effect.Worker;
import dev.foldline.core.event.Given;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.reduce.RunReducer;
import dev.foldline.core.state.Agents;
import dev.foldline.core.state.Agents.Rest;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Header;
import dev.foldline.core.state.Hold;
import dev.foldline.core.state.InFlight;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Ledger;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Slots;
import dev.foldline.core.state.Spent;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Route;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Turns;
import dev.foldline.core.workflow.Workflow;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Everything the pipeline knows: eight slices. A value; only events change it, by making a new one. */
public record PipelineState(
        Header header, Life life, Cursor cursor, Slots slots, Items items, Agents agents, Ledger ledger, Spent spent) {

    /** The state before the first step. */
    public static PipelineState of(RunStarted event) {
        var header = new Header(event.run(), event.workflow(), event.task(), event.rules(), 1, event.at(), 0, 0, event.until(), event.parent());
        var fresh = new PipelineState(header, Life.RUNNING, new Cursor.Arrived(Position.START), Slots.IDLE,
                Items.NONE, Agents.FRESH, event.given().map(given -> given.ledger(event.workflow())).getOrElse(Ledger.EMPTY), Spent.nothing(event.workflow().policy()));
        return event.given().flatMap(Given::standing).map(standing -> RunReducer.tookUp(fresh, standing)).getOrElse(() -> RunReducer.began(fresh));
    }

    public PipelineState with(Header slice) { return new PipelineState(slice, life, cursor, slots, items, agents, ledger, spent); }

    public PipelineState with(Life slice) { return new PipelineState(header, slice, cursor, slots, items, agents, ledger, spent); }

    public PipelineState with(Cursor slice) { return new PipelineState(header, life, slice, slots, items, agents, ledger, spent); }

    public PipelineState with(Slots slice) { return new PipelineState(header, life, cursor, slice, items, agents, ledger, spent); }

    public PipelineState with(Items slice) { return new PipelineState(header, life, cursor, slots, slice, agents, ledger, spent); }

    public PipelineState with(Agents slice) { return new PipelineState(header, life, cursor, slots, items, slice, ledger, spent); }

    public PipelineState with(Ledger slice) { return new PipelineState(header, life, cursor, slots, items, agents, slice, spent); }

    public PipelineState with(Spent slice) { return new PipelineState(header, life, cursor, slots, items, agents, ledger, slice); }

    public PipelineState with(InFlight slot) { return with(slots.with(slot)); }

    public PipelineState with(Hold slot) { return with(slots.with(slot)); }

    public PipelineState with(Recovery slot) { return with(slots.with(slot)); }

    public PipelineState with(Retry slot) { return with(slots.with(slot)); }

    public PipelineState with(Continuation slot) { return with(slots.with(slot)); }

    public Workflow workflow() { return header.workflow(); }

    public Policy policy() { return workflow().policy(); }

    public Position at() { return cursor.at(); }

    public boolean isAtEnd() { return at().stage() >= workflow().stages().size(); }

    /** The stage of the cursor; none at the workflow's end. */
    public Option<Stage> stage() {
        return isAtEnd() ? Option.none() : Option.of(workflow().stages().get(at().stage()));
    }

    /** The phase of the cursor; none at the workflow's end. */
    public Option<Phase> phase() {
        return stage().filter(stage -> at().phase() < stage.phases().size()).map(stage -> stage.phases().get(at().phase()));
    }

    /** The key under which the cursor's phase is filed. */
    public String phaseKey() { return stage().flatMap(stage -> phase().map(stage::key)).getOrElse("end"); }

    /** The step that ordinary work would do next: none before a phase, behind its last step and at the end. */
    public Option<Step> currentStep() {
        return cursor instanceof Cursor.Working(var at)
                ? phase().filter(phase -> at.step() < phase.steps().size()).map(phase -> phase.steps().get(at.step()))
                : Option.none();
    }

    /** How often the cursor's phase has begun its work. */
    public int revision() { return ledger.executions(phaseKey()); }

    /** What marks the effects derived here. */
    public Place place() {
        return new Place(stage().map(Stage::id).getOrElse("end"), at().turn(), phase().map(Phase::id).getOrElse("end"),
                at().step(), revision(), spent.tally().attempt() + spent.savings());
    }

    /** Who works in the cursor's phase and may commit there: whoever is observed. A run without a parent is a task by itself. */
    public Option<Worker> worker() {
        return phase().filter(Phase::observes).flatMap(Phase::worker).map(role -> header.parent()
                .map(parent -> new Worker(parent.run(), parent.item(), role)).getOrElse(() -> new Worker(header.run(), header.run(), role)));
    }

    /** The merge that the cursor's phase has prepared. */
    public Option<Candidate> preparedMerge() {
        return ledger.repository().candidate().filter(_ -> phase().exists(phase -> phase.steps()
                .exists(step -> step instanceof Step.Git(var operation, _, _) && operation.preparesMerge())));
    }

    /** Whether this ticket is the one whose outcome is awaited. */
    public boolean awaits(long ticket) { return ticket == header.ticket(); }

    /** Whether nothing is under way, so that an inline effect may answer. */
    public boolean isFree() { return slots.inFlight() instanceof InFlight.Idle; }

    /** The outcome has come: nothing is under way, and the next one has the next ticket. */
    public PipelineState answered() {
        return with(header.withTicket(header.ticket() + 1)).with(InFlight.IDLE);
    }

    /** Whether nothing is due that outranks ordinary work, apart from what holds the run. */
    public boolean expectsWork() {
        return isFree()
                && (slots.recovery() instanceof Recovery.Idle || slots.recovery() instanceof Recovery.Watching)
                && (slots.retry() instanceof Retry.Idle || slots.retry() instanceof Retry.Underway)
                && (slots.continuation() instanceof Continuation.Idle || slots.continuation() instanceof Continuation.Underway);
    }

    /** While all agents of a role that can be asked rest: the rest that ends first. */
    public Option<Rest> allRest(String role) {
        var able = agents.able(role, policy().chain(role));
        return able.forAll(agent -> agents.isResting(agent, header.now())) ? agents.firstAwake(able) : Option.none();
    }

    /** While all fixers rest that one of them is due: the rest that ends first. An older log never waits for it. */
    public Option<Rest> fixerRests() {
        boolean due = slots.recovery() instanceof Recovery.FixDue || slots.recovery() instanceof Recovery.FixPrompted;
        return policy().recovering().fixer().filter(_ -> due && header.isSince(2)).flatMap(this::allRest);
    }

    /** The item of the cursor's turn, if its stage goes through items. */
    public Option<Item> item() {
        return stage().flatMap(stage -> stage.turns() instanceof Turns.EachItem(var list, _) ? items.list(list).drop(at().turn()).headOption() : Option.none());
    }

    /** What the items of the cursor's stage carry, if it goes through items. */
    public Vector<String> tags() {
        return stage().toVector().flatMap(stage -> stage.turns() instanceof Turns.EachItem(var list, _) ? items.list(list).flatMap(Item::tags).distinct() : Vector.<String>empty());
    }

    /** Whether a worker has been told what was wrong with its work. */
    public boolean isInstructedAgain() {
        return failures() > 0 || slots.retry() instanceof Retry.Underway(var setback) && setback.kind() == Retry.Kind.INSTRUCT_AGAIN
                || slots.retry() instanceof Retry.Due(var due) && due.kind() == Retry.Kind.INSTRUCT_AGAIN;
    }

    /** How often in a row the work of an instructed worker has failed here. */
    public int failures() { return cursor instanceof Cursor.Working ? spent.tally().failures() : 0; }

    /** The instruction whose call from outside is awaited: nothing outranks it. */
    public Option<Step.External> awaitedCall() {
        return currentStep().flatMap(step -> expectsCall() && step instanceof Step.External external && external.waits()
                ? Option.of(external) : Option.<Step.External>none());
    }

    /** The argument that a call which decides something lacks: the command of the check it leads on to, if the policy does not define that. */
    public Option<String> missing(Step.External external, Map<String, String> arguments) {
        var label = arguments.get(external.argument()).filter(external.labels()::contains);
        var goesOn = label.flatMap(name -> phase().flatMap(phase -> phase.routes().get(name))).forAll(Route.PROCEED::equals);
        return phase().filter(_ -> goesOn && external.labels().nonEmpty()).flatMap(phase -> phase.steps().drop(at().step() + 1).headOption())
                .flatMap(step -> step instanceof Step.Check(var name, _) ? Option.of(name) : Option.<String>none())
                .filter(name -> !policy().checks().containsKey(name) && arguments.get(name).forAll(String::isBlank));
    }

    /** Whether a worker outside may call: nothing outranks the instruction it was given. */
    public boolean expectsCall() {
        return life instanceof Life.Running && slots.hold() instanceof Hold.Idle && expectsWork();
    }
}
