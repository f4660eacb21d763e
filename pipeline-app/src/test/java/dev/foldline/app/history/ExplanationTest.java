package dev.foldline.app.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.app.repository.Point;
import dev.foldline.core.decide.Priority;
import dev.foldline.core.decide.Rule;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.event.InputEvent.Paused;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Retry;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

class ExplanationTest {
    @TempDir Path folder;

    private RunFixture run;

    @BeforeEach
    void aRun() throws Exception {
        run = RunFixture.begin(Repository.withOneCommit(folder), 1, 1);
    }

    @Test
    void an_explanation_names_the_deciding_rule_and_every_higher_one() {
        assertThat(explanation().decision().rule()).isEqualTo("enter the next phase");
        assertThat(explanation().passed())
                .extracting(Rule::priority)
                .doesNotContain(Priority.TRANSITION)
                .contains(Priority.ENDED, Priority.NORMAL);
        assertThat(explanation().considered()).containsOnlyKeys(Priority.values());
    }

    @Test
    void an_explanation_stops_at_the_deciding_priority() throws IOException {
        run.untilRunning(InvokeAgent.class);
        assertThat(explanation().considered())
                .containsOnlyKeys(Priority.ENDED, Priority.IN_FLIGHT)
                .containsEntry(
                        Priority.IN_FLIGHT, "ticket " + run.ticket() + ": call claude as planner");
    }

    @Test
    void a_paused_run_shows_what_waits_behind_the_pause() throws IOException {
        run.append(new Paused(1, Urgency.WHEN_DONE));
        assertThat(explanation().decision().priority()).isEqualTo(Priority.HELD);
        assertThat(explanation().considered()).containsEntry(Priority.HELD, "idle; paused");
        assertThat(explanation().behind())
                .extracting(Rule::name)
                .containsExactly("enter the next phase");
    }

    @Test
    void a_retry_names_the_fault_it_answers() throws IOException {
        run.agentsFail(Fault.of(Fault.Kind.TIMEOUT, "silent for 15m"))
                .until(state -> state.slots().retry() instanceof Retry.Due);
        assertThat(explanation().considered())
                .containsEntry(Priority.RETRY, "same agent 1 after timeout: silent for 15m, due");
    }

    private Explanation explanation() {
        return Explanation.of(new Point(run.seq(), run.state()));
    }
}
