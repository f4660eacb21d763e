package dev.foldline.scenario;

import static dev.foldline.core.command.Command.Shown.NOTHING;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.openingGate;
import static dev.foldline.scenario.EffectSelector.saving;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.state.GateSlot;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.GateSpec;
import dev.foldline.core.workflow.GateSpec.OnReject;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** What people ask of a run: freezing, approving, pausing, aborting, trying again. */
class CommandsTest {
    static final Command.Freeze FREEZE = new Command.Freeze("tas_approval", "TAS must be approved");
    static final Command.Approve APPROVE = new Command.Approve("tas_approval", NOTHING, "Approved");
    private static final Command.Reject REJECT =
            new Command.Reject("tas_approval", NOTHING, "Rejected");

    @Test
    void S4_01_freezing_opens_the_gate_with_its_reason() {
        var walk = walk(ralph(1, 0)).until(agent("planner")).says(FREEZE);
        assertThat(walk.state().slots().gate())
                .isInstanceOfSatisfying(
                        GateSlot.Open.class,
                        open -> {
                            assertThat(open.gate().id()).isEqualTo("tas_approval");
                            assertThat(open.gate().reason()).isEqualTo("TAS must be approved");
                        });
    }

    @Test
    void S4_02_an_approval_continues_the_run_where_it_was() {
        var walk = walk(ralph(1, 0)).until(agent("planner"));
        var before = walk.next();
        walk.says(FREEZE).nextIs("held: wait for the resume or the approval").says(APPROVE);
        assertThat(walk.next()).isEqualTo(before);
    }

    @Test
    void S4_03_rejecting_a_freeze_ends_the_run_and_keeps_the_feedback() {
        var walk =
                walk(ralph(1, 0))
                        .until(agent("planner"))
                        .says(FREEZE)
                        .says(REJECT)
                        .toEnd()
                        .ends(new Outcome.Rejected("tas_approval", "Rejected"))
                        .does(1, saving());
        assertThat(
                        walk.state()
                                .ledger()
                                .feedback("iterate/planning")
                                .map(remark -> remark.message()))
                .containsExactly("Rejected");
    }

    @Test
    void S4_15_the_effect_of_a_rejection_depends_on_the_gate() {
        assertThat(afterRejection(OnReject.TERMINATE).toEnd().state().lifecycle())
                .isEqualTo(new Lifecycle.Ended(new Outcome.Rejected("ask", "no")));
        afterRejection(OnReject.REDO).nextIs("clean, then continue or redo the work");
        afterRejection(OnReject.CONTINUE).toEnd().completes();
    }

    private static ScenarioRun afterRejection(OnReject onReject) {
        var asked = phase("ask", git(GitOperation.INSPECT)).gate(new GateSpec(onReject));
        return walk(new Workflow("gated", 1, Vector.of(once("only", phases(asked))), POLICY))
                .until(openingGate())
                .step()
                .says(new Command.Reject("ask", NOTHING, "no"));
    }

    @Test
    void S4_04_a_frozen_run_cannot_be_frozen_again() {
        var walk = walk(ralph(1, 0)).until(agent("planner")).says(FREEZE);
        assertThat(walk.isRefused(FREEZE))
                .isEqualTo(
                        new Rejection(Code.GATE_ALREADY_ACTIVE, "Cannot freeze: already frozen"));
    }

    @Test
    void S4_05_a_running_run_cannot_be_approved() {
        var walk = walk(ralph(1, 0)).until(agent("planner"));
        assertThat(walk.isRefused(APPROVE).message()).isEqualTo("Cannot resume: not frozen");
        assertThat(walk.isRefused(REJECT).message()).isEqualTo("Cannot resume: not frozen");
    }

    @Test
    void S4_05_an_ended_run_takes_nothing() {
        var walk = walk(ralph(0, 0)).toEnd().completes();
        assertThat(walk.isRefused(FREEZE))
                .isEqualTo(new Rejection(Code.ENDED, "Cannot freeze: terminated"));
        assertThat(walk.isRefused(APPROVE).message()).isEqualTo("Cannot resume: terminated");
        assertThat(walk.isRefused(new Command.Pause(Urgency.NOW)).message())
                .isEqualTo("Cannot pause: terminated");
        assertThat(walk.isRefused(new Command.Resume()).message())
                .isEqualTo("Cannot resume: terminated");
        assertThat(walk.isRefused(new Command.Abort("")).message())
                .isEqualTo("Cannot abort: terminated");
        assertThat(walk.isRefused(new Command.RetryHalted()).message())
                .isEqualTo("Cannot retry: terminated");
    }

    @Test
    void S4_05_a_gate_of_another_name_is_unknown() {
        var walk = walk(ralph(1, 0)).until(agent("planner")).says(FREEZE);
        assertThat(walk.isRefused(new Command.Approve("other", NOTHING, "")))
                .isEqualTo(new Rejection(Code.GATE_NOT_FOUND, "Unknown gate: other"));
    }

    @Test
    void S4_05_a_resolved_gate_is_distinguished_from_one_that_never_existed() {
        var walk =
                walk(ralph(1, 0))
                        .until(agent("planner"))
                        .says(FREEZE)
                        .says(APPROVE)
                        .says(new Command.Freeze("second_look", "again"));
        assertThat(walk.isRefused(APPROVE))
                .isEqualTo(
                        new Rejection(
                                Code.GATE_ALREADY_RESOLVED,
                                "Gate tas_approval is resolved already: approved"));
        assertThat(walk.isRefused(new Command.Reject("never", NOTHING, "no")).code())
                .isEqualTo(Code.GATE_NOT_FOUND);
    }

    @Test
    void S4_05_a_resolved_opening_is_not_resolved_again_when_its_gate_opens_again() {
        var walk = walk(ralph(1, 0)).until(agent("planner")).says(FREEZE);
        var first = ((GateSlot.Open) walk.state().slots().gate()).gate();
        walk.says(APPROVE).says(FREEZE);
        var late =
                new Command.Approve(
                        "tas_approval",
                        new Command.Shown(
                                Option.of(first.instance()), Option.none(), Option.none()),
                        "");
        assertThat(walk.isRefused(late).code()).isEqualTo(Code.GATE_ALREADY_RESOLVED);
        walk.says(APPROVE);
    }

    @Test
    void S4_10_a_frozen_run_starts_nothing() {
        var walk = walk(ralph(1, 0)).until(agent("planner")).says(FREEZE);
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        assertThat(walk.toEnd().beats(agent("planner"))).isEmpty();
    }

    @Test
    void S4_12_a_result_that_arrives_while_frozen_is_kept() {
        var frozen = walk(ralph(1, 0)).during(agent("planner")).says(FREEZE);
        assertThat(frozen.next().effect()).isEqualTo(new Await(frozen.state().header().ticket()));
        frozen.step()
                .nextIs("held: wait for the resume or the approval")
                .says(APPROVE)
                .nextIs(collecting("plan"));
        var calm = walk(ralph(1, 0)).past(agent("planner"));
        assertThat(unheard(frozen.state())).isEqualTo(unheard(calm.state()));
    }

    private static PipelineState unheard(PipelineState state) {
        return state.withHeader(state.header().withLastInput(0))
                .withLifecycle(Lifecycle.RUNNING)
                .withLedger(state.ledger().withResolutions(Vector.empty()));
    }
}
