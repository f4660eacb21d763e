package dev.foldline.law;

import static dev.foldline.law.Law.law;
import static dev.foldline.law.Law.require;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.arbitrary.ForeignEvents;
import dev.foldline.arbitrary.SlotProducts;
import dev.foldline.arbitrary.Walk;
import dev.foldline.arbitrary.Walks;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.AddedItems;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Replacement;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.TaskStatus;
import dev.foldline.core.state.WatchedBranches.Seen;
import dev.foldline.core.state.WatchedBranches.Sighting;
import dev.foldline.core.workflow.Policy.Budget;
import dev.foldline.testkit.simulation.SeededRandom;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

import org.junit.jupiter.api.Test;

import java.time.Instant;

/** Law 1: the three functions answer everything, never throw, and answer the same twice. */
class TotalProperties {

    @Property
    void every_state_yields_one_effect_and_the_same_twice(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("every state yields one effect")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        Pipeline.decide(moment.after())
                                                .equals(Pipeline.decide(moment.after())),
                                        moment,
                                        "decided otherwise the second time"));
    }

    @Property
    void every_event_yields_the_same_state_twice(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("every event yields the same state twice")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                require(
                                        Pipeline.reduce(moment.before(), moment.event())
                                                .equals(moment.after()),
                                        moment,
                                        "reduced otherwise the second time"));
    }

    @Property
    void no_foreign_event_throws(@ForAll(supplier = Walks.Any.class) Walk walk) {
        law("no foreign event throws")
                .holdsAtEveryMoment(
                        walk,
                        moment -> {
                            var luck = SeededRandom.of(moment.number()).fork(moment.event());
                            for (var event : ForeignEvents.upTo(8, luck, moment.after()))
                                Pipeline.decide(Pipeline.reduce(moment.after(), event));
                        });
    }

    @Test
    void no_foreign_event_throws_on_any_combination_of_slots() {
        SlotProducts.forEach(
                (seed, state) -> {
                    var luck = SeededRandom.of(seed).fork(state.slots().hashCode());
                    for (var event : ForeignEvents.upTo(2, luck, state))
                        assertThat(Pipeline.decide(Pipeline.reduce(state, event))).isNotNull();
                });
    }

    @Property
    void every_command_is_answered_and_what_is_admitted_can_be_reduced(
            @ForAll(supplier = Walks.Any.class) Walk walk) {
        law("every command is answered")
                .holdsAtEveryMoment(
                        walk,
                        moment ->
                                COMMANDS.forEach(
                                        command -> {
                                            var state = moment.after();
                                            var answer = Pipeline.admit(state, command);
                                            require(
                                                    answer.equals(Pipeline.admit(state, command)),
                                                    moment,
                                                    "answered otherwise the second time");
                                            answer.forEach(
                                                    event -> {
                                                        require(
                                                                event.n()
                                                                        == state.header()
                                                                                        .lastInput()
                                                                                + 1,
                                                                moment,
                                                                command
                                                                        + " became input "
                                                                        + event.n());
                                                        var next = Pipeline.reduce(state, event);
                                                        require(
                                                                next.header().lastInput()
                                                                        == event.n(),
                                                                moment,
                                                                command
                                                                        + " was admitted and not"
                                                                        + " heard");
                                                        Pipeline.decide(next);
                                                    });
                                        }));
    }

    private static final Vector<Command> COMMANDS =
            Vector.of(
                    new Command.Pause(Urgency.NOW),
                    new Command.Pause(Urgency.WHEN_DONE),
                    new Command.Resume(),
                    new Command.SkipWait(Instant.EPOCH),
                    new Command.Abort("enough"),
                    new Command.Freeze("look", "why"),
                    new Command.Freeze(" ", "why"),
                    new Command.Approve("look", Shown.NOTHING, ""),
                    new Command.Approve("p0", Shown.NOTHING, ""),
                    new Command.Reject("p0", Shown.NOTHING, "again"),
                    new Command.Reject("look", Shown.NOTHING, "again"),
                    new Command.Reject("look", Shown.NOTHING, " "),
                    new Command.ReplaceArtifact(
                            "p0",
                            Shown.NOTHING,
                            new Replacement("plan", "content", Vector.empty())),
                    new Command.RetryHalted(),
                    new Command.RaiseBudget(Budget.UNLIMITED),
                    new Command.SetUntil(Option.of("p0")),
                    new Command.SetUntil(Option.of("nowhere")),
                    new Command.SetUntil(Option.none()),
                    new Command.Call("q", CallKind.GET, "", LinkedHashMap.empty(), Instant.EPOCH),
                    new Command.Call(
                            "q",
                            CallKind.SUBMIT,
                            "",
                            LinkedHashMap.of("decision", "yes0"),
                            Instant.EPOCH),
                    new Command.Call(
                            "q", CallKind.TOOL, "escape", LinkedHashMap.empty(), Instant.EPOCH),
                    new Command.ReportChildEnd("list", "item-0-0", 7, true, ""),
                    new Command.ReportChildEnd("none", "none", 1, false, "why"),
                    new Command.ReportChild(
                            "list",
                            "item-0-0",
                            7,
                            "child",
                            3,
                            new TaskReport(
                                    TaskStatus.RUNNING, LinkedHashMap.empty(), Option.none(), 5)),
                    new Command.DeclareDone("s0", Option.none()),
                    new Command.DeclareDone("nobody", Option.of("c")),
                    new Command.AddItems(
                            new AddedItems(
                                    LinkedHashMap.of("nowhere", Vector.empty()),
                                    LinkedHashMap.empty(),
                                    LinkedHashMap.empty())),
                    new Command.SeeCommits(
                            new Sighting(
                                    LinkedHashMap.empty(),
                                    Vector.empty(),
                                    Vector.empty(),
                                    Vector.empty())),
                    new Command.SeeCommits(
                            new Sighting(
                                    LinkedHashMap.of("main", "c"),
                                    Vector.of("old"),
                                    Vector.of("b"),
                                    Vector.of(
                                            new Seen("c", "main", "one"),
                                            new Seen("c", "main", "one")))));
}
