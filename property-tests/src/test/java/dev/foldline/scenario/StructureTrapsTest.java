package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.entering;
import static dev.foldline.scenario.EffectSelector.prompting;
import static dev.foldline.scenario.EffectSelector.rebasing;
import static dev.foldline.scenario.EffectSelector.saving;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ALONE;
import static dev.foldline.scenario.ScenarioWorkflows.POLICY;
import static dev.foldline.scenario.ScenarioWorkflows.UNMENDED;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.event.AgentEvent;
import dev.foldline.core.event.FileEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Policy.Limits;
import dev.foldline.core.workflow.builtin.Ralph;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * The bugs of an earlier design that had to do with how things were kept, B11 to B20: none of them
 * can come back.
 */
class StructureTrapsTest {

    @Test
    void B11_models_are_entries_of_the_one_chain_and_each_gets_its_turn() {
        var models =
                POLICY.withRoles(
                        POLICY.roles().put("planner", Vector.of("a:large", "a:small", "b:large")));
        var walk =
                walk(ralph(1, 0, models))
                        .but(agent("planner").first(2).fails(Fault.Kind.MODEL_UNAVAILABLE))
                        .toEnd()
                        .completes();
        assertThat(walk.agents("planner")).containsExactly("a:large", "a:small", "b:large");
    }

    @Test
    void B12_events_carry_ids_of_texts_and_never_prompts_or_plans() {
        assertThat(components(FileEvent.PromptRendered.class)).containsExactly("ticket", "prompt");
        assertThat(components(FileEvent.ArtifactAccepted.class))
                .containsExactly("ticket", "artifact", "content", "label", "items", "submitted");
        assertThat(components(AgentEvent.AgentFinished.class))
                .containsExactly(
                        "ticket", "session", "spend", "transcript", "at", "reverted", "notes");
        var log =
                walk(ralph(1, 0))
                        .but(agent("planner").on(1).fails(Fault.Kind.RATE_LIMIT))
                        .toEnd()
                        .completes()
                        .log();
        assertThat(log.find(AgentEvent.AgentFailed.class::isInstance).get().toString())
                .doesNotContain("prompt");
    }

    @Test
    void B13_a_missing_output_is_asked_for_again_like_an_invalid_one() {
        var walk =
                walk(ralph(1, 0))
                        .but(collecting("plan").on(1).isRefused())
                        .past(collecting("plan"));
        assertThat(walk.state().ledger().lastFault().get().output()).isEmpty();
        walk.nextIs("clean, then retry")
                .toEnd()
                .completes()
                .does(2, agent("planner"))
                .does(0, agent("recoverer"));
    }

    @Test
    void B14_a_limited_fixer_turns_its_own_chain_and_not_that_of_the_failed_role() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                agent("committer").first(2).fails(Fault.Kind.AGENT_FAILED),
                                committing().first(2).fails(Fault.Kind.GIT),
                                agent("recoverer").on(1).fails(Fault.Kind.RATE_LIMIT))
                        .until(agent("recoverer"));
        var failed = walk.state().agents().chain("committer");
        walk.step();
        assertThat(walk.state().agents().resting().keySet()).containsExactly("recoverer-a");
        assertThat(walk.state().agents().chain("committer")).isEqualTo(failed);
        walk.toEnd().completes();
        assertThat(walk.agents("committer"))
                .containsExactly("committer-a", "committer-a", "committer-b");
    }

    @Test
    void B15_an_unexpected_failure_is_a_separate_fault_and_the_run_continues() {
        var walk =
                walk(ralph(1, 0))
                        .but(
                                collecting("plan")
                                        .answers(
                                                (_, world) ->
                                                        new EffectFailed(
                                                                world.ticket(),
                                                                Fault.of(
                                                                        Fault.Kind.UNEXPECTED,
                                                                        "a bug"))));
        walk.past(collecting("plan"));
        assertThat(walk.state().slots().recovery()).isInstanceOf(Recovery.FixDue.class);
        assertThat(walk.state().ledger().lastFault().get().kind()).isEqualTo(Fault.Kind.UNEXPECTED);
        walk.toEnd().halts(Fault.Kind.UNEXPECTED).does(1, saving());
    }

    @Test
    void B16_exhausted_rewinds_are_a_fault_in_the_state_like_any_other() {
        var walk =
                walk(ralph(1, 0, POLICY.withLimits(Limits.DEFAULT.withRewindsMax(3))))
                        .but(committing().fails(Fault.Kind.GIT))
                        .toEnd();
        walk.halts(Fault.Kind.SPENT).does(1, saving()).nextIs("halted: wait for the user");
    }

    @Test
    void B17_every_end_saves_the_work_in_the_same_way() {
        walk(ralph(1, 0)).toEnd().completes().does(1, saving());
        walk(ralph(1, 0))
                .but(agent("planner").fails(Fault.Kind.TRESPASS))
                .toEnd()
                .halts(Fault.Kind.TRESPASS)
                .does(1, saving());
        walk(ralph(1, 0))
                .until(agent("planner"))
                .says(new Command.Abort("no"))
                .toEnd()
                .ends(new Outcome.Aborted("no"))
                .does(1, saving());
    }

    @Test
    void B18_each_review_pass_reviews_again_after_exhausted_fixes() {
        var walk =
                walk(ralph(0, 3))
                        .but(
                                collecting("issues").says("issues"),
                                collecting("fix_result").says("partial"))
                        .toEnd()
                        .completes();
        walk.does(3, agent("reviewer")).does(30, agent("fixer"));
        assertThat(walk.phases().filter(phase -> phase.startsWith("polish")))
                .containsExactly(
                        "polish.0.review",
                        "polish.0.fix",
                        "polish.0.commit",
                        "polish.1.review",
                        "polish.1.fix",
                        "polish.1.commit",
                        "polish.2.review",
                        "polish.2.fix",
                        "polish.2.commit");
    }

    @Test
    void B18_a_clean_pass_after_a_pass_with_issues_fixes_nothing() {
        walk(ralph(0, 2))
                .but(collecting("issues").on(1).says("issues"))
                .toEnd()
                .completes()
                .does(1, agent("fixer"))
                .does(1, entering("fix"));
    }

    @Test
    void B19_a_phase_whose_entry_cannot_be_noted_has_not_been_entered() {
        var walk =
                walk(ralph(1, 0))
                        .but(entering("planning").on(1).fails(Fault.Kind.FILES))
                        .past(entering("planning"));
        assertThat(walk.state().revision()).isZero();
        walk.toEnd().completes().does(2, entering("planning")).does(1, agent("planner"));
    }

    @Test
    void B20_a_rebase_is_asked_for_by_the_workflow_and_its_conflicts_are_counted() {
        var rebased =
                ralph(
                        options ->
                                new Ralph.Options(
                                        1,
                                        0,
                                        false,
                                        options.gates(),
                                        Ralph.Rebasing.BEFORE,
                                        options.care(),
                                        options.fixCare(),
                                        false),
                        UNMENDED);
        walk(rebased)
                .but(rebasing().fails(Fault.Kind.CONFLICT))
                .toEnd()
                .halts(Fault.Kind.CONFLICT)
                .does(13, rebasing());
        var walk =
                walk(rebased)
                        .but(rebasing().first(2).fails(Fault.Kind.CONFLICT))
                        .toEnd()
                        .completes();
        assertThat(walk.recorded().map(each -> each.attempts())).containsExactly(2);
    }

    @Test
    void B20_a_run_starts_with_the_state_of_its_first_event() {
        var started = (RunEvent.RunStarted) walk(ralph(1, 0)).log().head();
        assertThat(Pipeline.start(started)).isEqualTo(walk(ralph(1, 0)).state());
    }

    @Test
    void many_continuations_are_no_loop() {
        var patient =
                ralph(
                        options ->
                                new Ralph.Options(
                                        1,
                                        0,
                                        false,
                                        options.gates(),
                                        options.rebasing(),
                                        options.care().withContinuationsMax(21),
                                        options.fixCare(),
                                        false),
                        ALONE);
        walk(patient)
                .but(collecting("development_result").first(20).says("partial"))
                .toEnd()
                .completes()
                .does(21, agent("developer"))
                .does(0, prompting("recoverer"));
    }

    private static Vector<String> components(Class<? extends Record> type) {
        return Vector.ofAll(Arrays.asList(type.getRecordComponents()))
                .map(RecordComponent::getName);
    }
}
