package dev.foldline.scenario;

import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.ask;
import static dev.foldline.core.workflow.Script.call;
import static dev.foldline.core.workflow.Script.collectItems;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Position;
import dev.foldline.core.state.Replacement;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.LoopCondition;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.time.Instant;

/** Artifacts that a user replaces at a gate. */
class ReplacementTest {

    /** An agent chooses among attempts; its choice is merged after the gate. */
    private static PipelineState atTheChoice() {
        var choose =
                phase(
                                "choose",
                                ask("analyst", "reason"),
                                call("judge", "choice"),
                                collectItems("choice", "winners"))
                        .gate(new GateSpec(OnReject.REDO));
        var workflow =
                new Workflow(
                        "chosen",
                        1,
                        Vector.of(
                                once("judge", phases(choose)),
                                new Stage(
                                        "land",
                                        new LoopCondition.EachItem("winners", "squash"),
                                        phases(phase("squash", git(GitOperation.SQUASH))))),
                        Policy.DEFAULT);
        var state =
                Pipeline.start(
                        new RunStarted(
                                "run", workflow, "task", Pipeline.RULES_VERSION, Instant.EPOCH));
        var gate =
                new Gate(
                        "choose",
                        "g",
                        0,
                        Option.none(),
                        "",
                        OnReject.REDO,
                        Gate.Origin.PHASE,
                        Option.none());
        return state.withCursor(new Cursor.Working(new Position(0, 0, 0, choose.steps().size())))
                .withGate(new GateSlot.Open(gate))
                .withLedger(
                        state.ledger()
                                .withArtifacts(LinkedHashMap.of("choice", "c", "reason", "r")))
                .withItems(state.items().ended("attempts", "one", 1, ChildReport.completed()));
    }

    private static Option<String> refusal(String artifact, String winner) {
        var items = Vector.of(new Item(winner, winner, Vector.empty(), Item.TODO));
        return Pipeline.admit(
                        atTheChoice(),
                        new Command.ReplaceArtifact(
                                "choose", Shown.NOTHING, new Replacement(artifact, "other", items)))
                .fold(no -> Option.of(no.message()), _ -> Option.none());
    }

    @Test
    void a_replaced_choice_names_only_what_there_is_to_choose_from() {
        assertThat(refusal("choice", "one")).isEmpty();
        assertThat(refusal("choice", "two")).contains("The artifact choice may name only one");
    }

    @Test
    void what_a_later_agent_has_read_is_not_replaced() {
        assertThat(refusal("reason", "one"))
                .contains(
                        "The gate choose shows no artifact reason that can be replaced; it has"
                                + " choice");
    }
}
