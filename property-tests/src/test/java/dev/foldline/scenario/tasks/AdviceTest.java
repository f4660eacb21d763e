package dev.foldline.scenario.tasks;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.EffectSelector.collecting;
import static dev.foldline.scenario.EffectSelector.committing;
import static dev.foldline.scenario.EffectSelector.observing;
import static dev.foldline.scenario.EffectSelector.prompting;
import static dev.foldline.scenario.ScenarioRun.walk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.projection.runtime.TaskProjection;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Instruction;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Policy;
import dev.foldline.core.workflow.WorkflowCheck;
import dev.foldline.core.workflow.builtin.Task;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.EffectSelector.EffectOverride;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

/** A model advises on a task, at the named points and within the rules. */
class AdviceTest {
    private static final EffectSelector ANSWER = collecting(Task.INSTRUCTION);

    private static ScenarioRun task(String... terminals) {
        var roles =
                Vector.of(terminals)
                        .append(Task.ORCHESTRATOR)
                        .map(id -> Tuple.of(id, Vector.of(id + "-agent")));
        var workflow =
                Task.workflow(
                        Vector.of(terminals).map(id -> new Task.Terminal(id, id)),
                        Task.Orchestration.BY_MODEL,
                        Policy.DEFAULT.withRoles(LinkedHashMap.ofEntries(roles)));
        assertThat(WorkflowCheck.problems(workflow)).isEmpty();
        return walk(workflow);
    }

    private static Vector<String> calls(ScenarioRun walk) {
        return walk.effects(InvokeAgent.class).map(InvokeAgent::role);
    }

    private static Instruction last(ScenarioRun walk) {
        return walk.state().ledger().instruction().get();
    }

    private static Fault fault(ScenarioRun walk) {
        return ((Recovery.Halted) walk.state().slots().recovery()).failure().fault();
    }

    /** The n-th answer of the model. */
    private static EffectOverride says(int n, String label, String text) {
        return ANSWER.on(n)
                .answers(
                        (effect, world) -> {
                            var usual = (ArtifactAccepted) world.accept(effect, label);
                            return new ArtifactAccepted(
                                    usual.ticket(),
                                    usual.artifact(),
                                    usual.content(),
                                    label,
                                    usual.items(),
                                    LinkedHashMap.of("text", text));
                        });
    }

    @Test
    void the_model_is_asked_before_the_first_terminal_and_after_the_last() {
        var walk = task("developer", "reviewer").toEnd().completes().does(1, committing());
        assertThat(calls(walk))
                .containsExactly("orchestrator", "developer", "reviewer", "orchestrator");
        assertThat(walk.effects(RenderPrompt.class).map(RenderPrompt::template))
                .containsExactly(
                        "instruction_start", "terminal", "terminal", "instruction_completion");
        assertThat(last(walk).number()).isEqualTo(2);
        assertThat(last(walk).isOfRules()).isFalse();
        assertThat(TaskProjection.report(walk.state()).terminals().keySet())
                .containsExactly("developer", "reviewer");
    }

    @Test
    void its_words_go_to_the_terminal_that_works_next() {
        var walk =
                task("developer", "reviewer")
                        .but(
                                says(1, Task.SEND_TO_TERMINAL, "Use tabs"),
                                says(2, Task.SEND_TO_TERMINAL, "Add a test"))
                        .until(prompting("developer"));
        assertThat(feedback(walk)).containsExactly("Use tabs");
        walk.step().until(prompting("developer"));
        assertThat(feedback(walk)).containsExactly("Use tabs", "Add a test");
        walk.toEnd().completes();
        assertThat(calls(walk).filter("developer"::equals)).hasSize(2);
        assertThat(calls(walk).filter("reviewer"::equals)).hasSize(2);
    }

    private static Vector<String> feedback(ScenarioRun walk) {
        return ((RenderPrompt) walk.next().effect()).brief().feedback().map(Feedback::message);
    }

    @Test
    void an_illegal_instruction_is_repaired_and_then_the_rules_choose() {
        task("developer")
                .but(ANSWER.on(1).says(Task.COMPLETE_TASK))
                .toEnd()
                .completes()
                .does(3, agent(Task.ORCHESTRATOR));
        var walk = task("developer").but(ANSWER.first(3).says(Task.COMPLETE_TASK)).toEnd();
        walk.completes().does(4, agent(Task.ORCHESTRATOR)).does(1, committing());
        var rules = task("developer").but(ANSWER.says("merge_it")).toEnd().completes();
        assertThat(last(rules)).isEqualTo(Instruction.ofRules(2, Task.COMPLETE_TASK));
    }

    @Test
    void a_task_does_not_wait_for_a_model_and_does_not_fail_because_of_it() {
        for (var kind :
                Vector.of(
                        Fault.Kind.AUTHENTICATION,
                        Fault.Kind.CREDIT,
                        Fault.Kind.RATE_LIMIT,
                        Fault.Kind.OVERLOADED,
                        Fault.Kind.NETWORK,
                        Fault.Kind.MODEL_UNAVAILABLE,
                        Fault.Kind.CONTEXT_FULL,
                        Fault.Kind.AGENT_SETUP,
                        Fault.Kind.NO_OUTPUT,
                        Fault.Kind.TIMEOUT,
                        Fault.Kind.AGENT_FAILED,
                        Fault.Kind.UNEXPECTED)) {
            var walk = task("developer").but(agent(Task.ORCHESTRATOR).fails(kind)).toEnd();
            walk.completes().does(1, committing());
            assertThat(last(walk).isOfRules()).as(kind.name()).isTrue();
            assertThat(walk.state().header().now())
                    .as("nothing waits")
                    .isBefore(walk.beats().head().before().header().now().plusSeconds(60));
        }
    }

    @Test
    void a_failed_terminal_works_again_if_the_model_says_so_and_the_user_is_asked_otherwise() {
        var failing = observing("developer").first(1).says("failed");
        var again = task("developer").but(failing, says(2, Task.RETRY_TERMINAL, "")).toEnd();
        assertThat(calls(again.completes()).filter("developer"::equals)).hasSize(2);

        var asked = task("developer").but(failing, says(2, Task.ASK_PERSON, "Which port?"));
        asked.toEnd().halts(Fault.Kind.LABELLED);
        assertThat(fault(asked).message())
                .isEqualTo("developer says that it failed; the advisor: Which port?");

        var silent =
                task("developer").but(failing, agent(Task.ORCHESTRATOR).fails(Fault.Kind.NETWORK));
        silent.toEnd().halts(Fault.Kind.LABELLED);
        assertThat(fault(silent).message()).isEqualTo("developer says that it failed");
        silent.says(new Command.RetryHalted(Option.none())).toEnd().completes();
        assertThat(calls(silent).filter("developer"::equals)).hasSize(2);
    }

    @Test
    void a_model_that_always_retries_comes_to_an_end() {
        var walk =
                task("developer")
                        .but(
                                observing("developer").says("failed"),
                                ANSWER.answers(
                                        (effect, world) ->
                                                world.accept(effect, Task.RETRY_TERMINAL)))
                        .toEnd();
        assertThat(walk.state().slots().recovery()).isInstanceOf(Recovery.Halted.class);
        assertThat(calls(walk).filter("developer"::equals)).hasSize(4);
    }

    @Test
    void a_rejected_review_never_counts_as_passed() {
        var walk =
                task("developer", "reviewer")
                        .but(observing("reviewer").first(1).says("review_reject"))
                        .toEnd()
                        .completes();
        assertThat(calls(walk))
                .containsExactly(
                        "orchestrator",
                        "developer",
                        "reviewer",
                        "orchestrator",
                        "developer",
                        "reviewer",
                        "orchestrator");
        var forced =
                task("developer", "reviewer")
                        .but(
                                observing("reviewer").says("review_reject"),
                                ANSWER.answers(
                                        (effect, world) ->
                                                world.accept(effect, Task.COMPLETE_TASK)))
                        .toEnd();
        forced.halts(Fault.Kind.NEEDS_PERSON);
    }

    @Test
    void the_user_answers_in_place_of_a_model_that_asks() {
        var walk =
                task("developer")
                        .but(says(1, Task.ASK_PERSON, "Which port?"))
                        .toEnd()
                        .halts(Fault.Kind.NEEDS_PERSON)
                        .does(0, agent("developer"));
        assertThat(fault(walk).message()).isEqualTo("the orchestrator asks for you: Which port?");
        walk.says(new Command.RetryHalted(Option.none())).toEnd().completes();
        assertThat(calls(walk)).containsExactly("orchestrator", "developer", "orchestrator");
    }
}
