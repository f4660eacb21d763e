package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.AnySlots;
import dev.foldline.arbitrary.RandomChoices;
import dev.foldline.arbitrary.SlotProducts;
import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.decide.Rule;
import dev.foldline.core.decide.Rules;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect;
import dev.foldline.core.effect.RunEffect;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Continuation;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.state.Usage.Limit;
import dev.foldline.core.workflow.ForgeOperation;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.util.EnumSet;
import java.util.function.Supplier;

/**
 * Laws 3 and 4: the most urgent rule decides, and at most one rule of a priority applies. Both on
 * every combination of slots.
 */
class PriorityProperties {

    @Test
    void the_ladder_is_sorted() {
        assertThat(Rules.IN_ORDER.map(Rule::priority))
                .isEqualTo(Rules.IN_ORDER.map(Rule::priority).sorted());
    }

    @Property
    void the_highest_applicable_priority_decides_on_every_reachable_state(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("the highest applicable priority decides")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        Pipeline.decide(moment.after()).priority()
                                                == expected(moment.after()),
                                        moment,
                                        Pipeline.decide(moment.after())
                                                + " where "
                                                + expected(moment.after())
                                                + " applies"));
    }

    @Test
    void the_highest_applicable_priority_decides_on_every_combination_of_slots() {
        SlotProducts.forEach(
                (seed, state) ->
                        assertThat(Pipeline.decide(state).priority())
                                .as(
                                        () ->
                                                "seed "
                                                        + seed
                                                        + " "
                                                        + state.lifecycle()
                                                        + " "
                                                        + state.slots()
                                                        + " "
                                                        + state.cursor())
                                .isEqualTo(expected(state)));
    }

    @Test
    void at_most_one_rule_of_a_priority_applies_on_every_combination_of_slots() {
        SlotProducts.forEach(
                (seed, state) ->
                        assertThat(second(state))
                                .as(() -> "seed " + seed + " " + state.slots())
                                .isEmpty());
    }

    @Property
    void at_most_one_rule_of_a_priority_applies_on_every_reachable_state(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("at most one rule of a priority applies")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                second(moment.after())
                                        .forEach(
                                                name ->
                                                        require(
                                                                false,
                                                                moment,
                                                                name + " applies too")));
    }

    /** Returns the name of a rule that applies beside another one of its priority. */
    private static Option<String> second(PipelineState state) {
        var applicable = EnumSet.noneOf(Priority.class);
        for (var rule : Rules.IN_ORDER)
            if (rule.applies(state) && !applicable.add(rule.priority()))
                return Option.of(rule.name());
        return Option.none();
    }

    @Property(tries = 4000)
    void the_highest_applicable_priority_decides_on_any_state(
            @ForAll(supplier = RandomChoices.Any.class) RandomChoices choices) {
        var state = AnySlots.of(choices.source());
        Supplier<String> where =
                () -> state.lifecycle() + " " + state.slots() + " " + state.cursor();
        assertThat(Pipeline.decide(state).priority()).as(where).isEqualTo(expected(state));
        var applicable = Rules.IN_ORDER.filter(rule -> rule.applies(state));
        assertThat(applicable.map(Rule::priority)).as(where).doesNotHaveDuplicates();
        if (!state.isFree())
            assertThat(applicable.map(Rule::priority)).as(where).doesNotContain(Priority.HELD);
    }

    /** What the slots say, written down a second time. */
    private static Priority expected(PipelineState state) {
        var slots = state.slots();
        if (state.lifecycle() instanceof Lifecycle.Ended) return Priority.ENDED;
        if (!(slots.inFlight() instanceof InFlight.Idle)) return Priority.IN_FLIGHT;
        if (slots.gate() instanceof GateSlot.Open || state.lifecycle() instanceof Lifecycle.Paused)
            return Priority.HELD;
        if (asks(state) || lacksBudget(state) || waitsForTheForge(state)) return Priority.HELD;
        if (!(slots.recovery() instanceof Recovery.Idle
                || slots.recovery() instanceof Recovery.Watching)) return Priority.RECOVERY;
        if (slots.retry() instanceof Retry.Waiting || slots.retry() instanceof Retry.Due)
            return Priority.RETRY;
        if (slots.continuation() instanceof Continuation.MoreDue
                || slots.continuation() instanceof Continuation.RedoDue
                || slots.continuation() instanceof Continuation.AnswerDue)
            return Priority.CONTINUATION;
        return state.cursor() instanceof Cursor.Working ? Priority.NORMAL : Priority.TRANSITION;
    }

    /** Whether an agent's question waits for the user; a run that ends or halts asks nothing. */
    private static boolean asks(PipelineState state) {
        boolean closes =
                state.slots().recovery() instanceof Recovery.Ending
                        || state.slots().recovery() instanceof Recovery.Halting
                        || state.slots().recovery() instanceof Recovery.Halted;
        return state.agents().questions().open().nonEmpty() && !closes;
    }

    /** Whether the step at the cursor waits for what becomes of the pull request. */
    private static boolean waitsForTheForge(PipelineState state) {
        return isOrdinary(state)
                && state.currentStep().getOrNull() instanceof Step.Forge(var operation, _, _, _)
                && operation == ForgeOperation.AWAIT;
    }

    /** Whether the next thing to do is paid from a budget that does not cover it. */
    private static boolean lacksBudget(PipelineState state) {
        var phase = state.effectKey().phase();
        if (state.slots().recovery() instanceof Recovery.FixPrompted)
            return state.fixerRests().isEmpty() && state.usage().reached(phase).nonEmpty();
        if (!isOrdinary(state)) return false;
        return switch (state.currentStep().getOrNull()) {
            case Step.Agent _ -> state.usage().reached(phase).nonEmpty();
            case Step.Children step -> lacksBudgetOfAChild(state, step);
            case null, default -> false;
        };
    }

    /** Whether nothing is more urgent than the step at the cursor. */
    private static boolean isOrdinary(PipelineState state) {
        var slots = state.slots();
        boolean recovers =
                !(slots.recovery() instanceof Recovery.Idle
                        || slots.recovery() instanceof Recovery.Watching);
        boolean retries =
                slots.retry() instanceof Retry.Waiting || slots.retry() instanceof Retry.Due;
        boolean continues =
                slots.continuation() instanceof Continuation.MoreDue
                        || slots.continuation() instanceof Continuation.RedoDue
                        || slots.continuation() instanceof Continuation.AnswerDue;
        return !recovers && !retries && !continues && state.cursor() instanceof Cursor.Working;
    }

    /** All children that have not ended share what is left. */
    private static boolean lacksBudgetOfAChild(PipelineState state, Step.Children step) {
        var items = state.items().list(step.list());
        if (step.definition().isEmpty()
                || !items.exists(item -> item.status() instanceof Item.Todo)) return false;
        long open =
                items.count(
                        item ->
                                item.status() instanceof Item.Todo
                                        || item.status() instanceof Item.Running);
        return state.usage()
                .lacking(
                        state.effectKey().phase(),
                        limit ->
                                limit == Limit.WALL
                                        ? 1L
                                        : open * limit.of(step.budget()).getOrElse(1L))
                .nonEmpty();
    }

    @Test
    void a_less_urgent_slot_is_neither_lost_nor_consumed_by_a_more_urgent_one() {
        SlotProducts.forEach(
                (seed, state) -> {
                    if (state.lifecycle() instanceof Lifecycle.Ended
                            || !(state.slots().inFlight() instanceof InFlight.Idle)) return;
                    var decision = Pipeline.decide(state);
                    var after = Pipeline.reduce(state, carriedOut(state, decision.effect()));
                    boolean phaseIsOver =
                            after.cursor() instanceof Cursor.Arrived
                                    && !after.cursor().equals(state.cursor());
                    if (after == state || phaseIsOver) return;
                    Supplier<String> where =
                            () ->
                                    "seed "
                                            + seed
                                            + " "
                                            + decision.rule()
                                            + " "
                                            + state.slots()
                                            + " "
                                            + after.slots();
                    switch (decision.priority()) {
                        case RECOVERY -> {
                            assertThat(after.slots().retry())
                                    .as(where)
                                    .isEqualTo(state.slots().retry());
                            assertThat(after.slots().continuation())
                                    .as(where)
                                    .isEqualTo(state.slots().continuation());
                        }
                        case RETRY -> {
                            assertThat(after.slots().continuation())
                                    .as(where)
                                    .isEqualTo(state.slots().continuation());
                            assertThat(passedAt(after.slots().recovery()))
                                    .as(where)
                                    .isEqualTo(passedAt(state.slots().recovery()));
                        }
                        case CONTINUATION ->
                                assertThat(after.slots().retry())
                                        .as(where)
                                        .isEqualTo(state.slots().retry());
                        case ENDED, IN_FLIGHT, HELD, NORMAL, TRANSITION -> {}
                    }
                });
    }

    /** A recovery that is watched may be found to have succeeded at any time. */
    private static Recovery passedAt(Recovery slot) {
        return slot instanceof Recovery.Passed(var failure) ? new Recovery.Watching(failure) : slot;
    }

    /** The plain success of what is decided, where it is quick work on files or a wait. */
    private static Event carriedOut(PipelineState state, Effect decided) {
        long ticket = state.header().ticket();
        return switch (decided) {
            case FileEffect.CleanArtifacts _ -> new FileEvent.ArtifactsCleaned(ticket);
            case FileEffect.RenderPrompt _ -> new FileEvent.PromptRendered(ticket, "p");
            case RunEffect.RecordRecovery _ -> new RunEvent.RecoveryRecorded(ticket);
            case Control.Wait(_, var until) when until.isDefined() ->
                    new RunEvent.WaitElapsed(ticket, until.get());
            default -> new RunEvent.NotDone(ticket);
        };
    }
}
