package dev.foldline.scenario;

import static dev.foldline.core.command.Command.Shown.NOTHING;
import static dev.foldline.core.workflow.Phase.phase;
import static dev.foldline.core.workflow.Script.git;
import static dev.foldline.core.workflow.Script.once;
import static dev.foldline.core.workflow.Script.phases;
import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.entering;
import static dev.foldline.scenario.EffectSelector.openingGate;
import static dev.foldline.scenario.EffectSelector.prompting;
import static dev.foldline.scenario.EffectSelector.saving;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.gatedRalph;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.Control.Await;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.RunEffect.OpenGate;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
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
    void an_aborted_run_ends_as_aborted_regardless_of_later_rejections() {
        walk(ralph(1, 0))
                .during(agent("planner"))
                .says(new Command.Abort("enough"))
                .says(FREEZE)
                .says(REJECT)
                .toEnd()
                .ends(new Outcome.Aborted("enough"));
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
    void terminated_takes_precedence_over_already_frozen() {
        var walk = walk(ralph(0, 0)).during(saving()).says(FREEZE).step().completes();
        assertThat(walk.isRefused(FREEZE).message()).isEqualTo("Cannot freeze: terminated");
        assertThat(walk.isRefused(APPROVE).message()).isEqualTo("Cannot resume: terminated");
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

    @Test
    void the_tree_of_an_opened_gate_becomes_the_tree_of_the_run() {
        var walk = walk(gatedRalph("planning")).until(openingGate());
        var asked = ((OpenGate) walk.next().effect()).gate();
        var seen =
                new Gate(
                        asked.id(),
                        asked.instance(),
                        asked.revision(),
                        Option.of("what-lies-there"),
                        asked.reason(),
                        asked.onReject(),
                        asked.origin());
        walk.submit(new RunEvent.GateOpened(walk.state().header().ticket(), seen));
        assertThat(walk.state().slots().gate()).isEqualTo(new GateSlot.Open(seen));
        assertThat(walk.state().ledger().repository().tree()).contains("what-lies-there");
    }

    @Test
    void an_approved_phase_is_left_and_done_once() {
        walk(gatedRalph("planning"))
                .toEnd()
                .nextIs("held: wait for the resume or the approval")
                .says(new Command.Approve("planning", NOTHING, ""))
                .nextIs(entering("development"))
                .toEnd()
                .completes()
                .does(1, agent("planner"));
    }

    @Test
    void a_rejected_phase_is_done_again_with_the_feedback_and_asks_again() {
        var walk =
                walk(gatedRalph("planning"))
                        .toEnd()
                        .says(new Command.Reject("planning", NOTHING, "add tests"))
                        .toEnd();
        assertThat(
                        ((RenderPrompt) walk.beats(prompting("planner")).last().effect())
                                .brief()
                                .feedback()
                                .map(remark -> remark.message()))
                .containsExactly("add tests");
        walk.does(2, agent("planner"))
                .does(2, openingGate())
                .does(1, entering("planning"))
                .nextIs("held: wait for the resume or the approval");
    }

    @Test
    void any_number_of_rejections_costs_one_call_each_and_no_rewind() {
        var walk = walk(gatedRalph("planning", "development")).toEnd();
        for (int i = 0; i < 7; i++)
            walk.says(new Command.Reject("planning", NOTHING, "again")).toEnd();
        walk.says(new Command.Approve("planning", NOTHING, ""))
                .toEnd()
                .says(new Command.Approve("development", NOTHING, ""))
                .toEnd()
                .completes();
        walk.does(8, agent("planner")).does(1, agent("developer"));
        assertThat(walk.state().usage().rewinds()).isZero();
    }

    @Test
    void a_freeze_needs_a_reason() {
        assertThat(
                        walk(ralph(1, 0))
                                .until(agent("planner"))
                                .isRefused(new Command.Freeze("look", " \t")))
                .isEqualTo(new Rejection(Code.BLANK_FEEDBACK, "A reason is required for freezing"));
    }

    @Test
    void a_rejection_needs_feedback() {
        var walk = walk(gatedRalph("planning")).toEnd();
        assertThat(walk.isRefused(new Command.Reject("planning", NOTHING, " ")))
                .isEqualTo(
                        new Rejection(Code.BLANK_FEEDBACK, "Feedback is required for rejection"));
    }

    @Test
    void an_approval_of_what_is_no_longer_shown_is_refused_by_admit_and_by_reduce() {
        var walk = walk(gatedRalph("planning")).toEnd();
        var stale = ((GateSlot.Open) walk.state().slots().gate()).gate();
        walk.says(new Command.Reject("planning", NOTHING, "again")).toEnd();
        var shown = new Command.Shown(Option.none(), Option.of(stale.revision()), Option.none());
        assertThat(walk.isRefused(new Command.Approve("planning", shown, "")).code())
                .isEqualTo(Code.GATE_MOVED);
        var forced =
                new InputEvent.GateApproved(
                        walk.state().header().lastInput() + 1,
                        stale.id(),
                        stale.instance(),
                        stale.revision(),
                        "",
                        true);
        assertThat(Pipeline.reduce(walk.state(), forced)).isSameAs(walk.state());
    }

    @Test
    void a_repeated_or_early_input_changes_nothing() {
        var walk =
                walk(ralph(1, 0))
                        .until(agent("planner"))
                        .says(new Command.Pause(Urgency.WHEN_DONE));
        Vector<Event> others =
                Vector.of(
                        new InputEvent.Resumed(1),
                        new InputEvent.Resumed(3),
                        new InputEvent.Aborted(0, "no"));
        others.forEach(
                event -> assertThat(Pipeline.reduce(walk.state(), event)).isSameAs(walk.state()));
    }

    @Test
    void a_retry_is_refused_unless_the_run_has_halted() {
        assertThat(walk(ralph(1, 0)).isRefused(new Command.RetryHalted()))
                .isEqualTo(
                        new Rejection(
                                Code.INVALID_STATE_TRANSITION,
                                "Cannot retry: the run has not halted"));
    }

    @Test
    void a_retried_run_restarts_its_phase_and_records_the_success() {
        var walk =
                walk(ralph(1, 0))
                        .but(committing().first(13).fails(Fault.Kind.COMMIT_REJECTED))
                        .toEnd()
                        .halts(Fault.Kind.COMMIT_REJECTED);
        walk.says(new Command.RetryHalted())
                .nextIs(entering("commit"))
                .toEnd()
                .completes()
                .does(1, EffectSelector.recordingRecovery());
    }

    private static PipelineState unheard(PipelineState state) {
        return state.withHeader(state.header().withLastInput(0))
                .withLifecycle(Lifecycle.RUNNING)
                .withLedger(state.ledger().withResolutions(Vector.empty()));
    }
}
