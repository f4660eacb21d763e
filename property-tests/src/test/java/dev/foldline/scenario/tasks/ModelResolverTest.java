package dev.foldline.scenario.tasks;

import static dev.foldline.scenario.tasks.TaskTextTest.created;
import static dev.foldline.scenario.tasks.TaskTextTest.start;
import static dev.foldline.scenario.tasks.TaskTextTest.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.projection.runtime.WorkflowOverview;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.scenario.EffectSelector;
import dev.foldline.scenario.ScenarioRun;

import io.vavr.collection.Vector;

import org.junit.jupiter.api.Test;

/** Before anybody works, what each terminal will work with is made ready, one after the other. */
class ModelResolverTest {
    private static final Vector<String> TERMINALS =
            Vector.of("one/developer", "one/reviewer", "two/developer");
    private static final EffectSelector SWITCHING =
            EffectSelector.of(SwitchModel.class::isInstance);
    private static final EffectSelector SPAWNING = EffectSelector.of(SpawnChild.class::isInstance);

    private static ScenarioRun startRun() {
        return start(
                created(
                        Vector.of(
                                Tasks.terminal("one", "developer", "coder", Vector.of("ada")),
                                Tasks.terminal(
                                        "one", "reviewer", "critic", Vector.of("bob", "ada")),
                                Tasks.terminal(
                                        "two", "developer", "coder", Vector.of("ada:small"))),
                        "one",
                        "two"));
    }

    private static Vector<TerminalStatus> statuses(ScenarioRun walk) {
        return WorkflowOverview.of(walk.state())
                .tasks()
                .values()
                .toVector()
                .flatMap(task -> task.terminals().values());
    }

    private static Vector<String> switched(ScenarioRun walk) {
        return walk.effects(SwitchModel.class).map(SwitchModel::terminal);
    }

    @Test
    void S1_18_all_terminals_wait_when_all_have_switched() {
        var walk = startRun();
        assertThat(statuses(walk)).containsOnly(TerminalStatus.NOT_STARTED);
        assertThat(statuses(walk.until(SPAWNING)))
                .containsExactly(
                        TerminalStatus.WAITING, TerminalStatus.WAITING, TerminalStatus.WAITING);
    }

    @Test
    void S1_19_each_terminal_switches_once_in_the_order_of_the_file_before_any_task_starts() {
        var walk = startRun().until(SPAWNING);
        assertThat(switched(walk)).isEqualTo(TERMINALS);
        assertThat(walk.effects(SwitchModel.class).map(SwitchModel::agents))
                .isEqualTo(
                        Vector.of(
                                Vector.of("ada"), Vector.of("bob", "ada"), Vector.of("ada:small")));
        assertThat(switched(walk.toEnd())).as("and never again").isEqualTo(TERMINALS);
    }

    @Test
    void S1_20_a_terminal_waits_only_when_its_own_switch_has_succeeded() {
        var walk = startRun().past(SWITCHING);
        assertThat(statuses(walk))
                .containsExactly(
                        TerminalStatus.WAITING,
                        TerminalStatus.NOT_STARTED,
                        TerminalStatus.NOT_STARTED);
        assertThat(statuses(walk.during(SWITCHING)))
                .as("not while it is under way")
                .containsExactly(
                        TerminalStatus.WAITING,
                        TerminalStatus.NOT_STARTED,
                        TerminalStatus.NOT_STARTED);
    }

    @Test
    void S1_20_a_failed_switch_stops_the_rest_with_its_reason_and_what_had_switched_waits_on() {
        var walk =
                startRun()
                        .but(
                                SWITCHING
                                        .on(2)
                                        .fails(
                                                Fault.of(
                                                        Fault.Kind.AGENT_SETUP,
                                                        "terminal one/reviewer: it is gone")))
                        .toEnd()
                        .halts(Fault.Kind.AGENT_SETUP)
                        .does(0, SPAWNING);
        assertThat(switched(walk)).containsExactly("one/developer", "one/reviewer");
        assertThat(statuses(walk))
                .containsExactly(
                        TerminalStatus.WAITING,
                        TerminalStatus.NOT_STARTED,
                        TerminalStatus.NOT_STARTED);
        assertThat(status(walk)).isEqualTo(WorkflowStatus.FAILED);
        assertThat(walk.state().ledger().lastFault().get().message())
                .isEqualTo("terminal one/reviewer: it is gone");
        walk.says(new Command.RetryHalted()).toEnd().does(2, SPAWNING);
        assertThat(switched(walk))
                .containsExactly("one/developer", "one/reviewer", "one/reviewer", "two/developer");
    }

    @Test
    void S1_21_a_workflow_without_terminals_switches_nothing() {
        assertThat(switched(start(created(Vector.empty())).toEnd().completes())).isEmpty();
    }
}
