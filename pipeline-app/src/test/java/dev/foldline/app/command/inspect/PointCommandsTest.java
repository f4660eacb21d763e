package dev.foldline.app.command.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.Cli;
import dev.foldline.app.Repository;
import dev.foldline.app.RunFixture;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.effects.json.Wire;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;

class PointCommandsTest {
    @TempDir Path folder;

    private RunFixture run;

    @BeforeEach
    void aRun() throws Exception {
        run =
                RunFixture.begin(Repository.withOneCommit(folder), 1, 2)
                        .untilRunning(InvokeAgent.class);
    }

    @Test
    void a_state_is_shown_slice_by_slice() {
        assertThat(Cli.in(folder).run("show").out())
                .isEqualTo(
                        """
                        run
                          id            RUN, after event 9
                          workflow      ralph 1, rules 1
                          lifecycle     running
                          cursor        in a phase: iterate 1/2, planning, step 3/4, revision 1, attempt 1
                          counters      ticket 6, inputs 0, driver starts 1

                        slots
                          in flight     ticket 6: call claude as planner
                          gate          idle
                          recovery      idle
                          retry         idle
                          continuation  idle

                        ledger
                          branch        foldline/add-login
                          base          0000000000000000000000000000000000abc001
                          head          0000000000000000000000000000000000abc001
                          tree          0000000000000000000000000000000000abc002
                          executed      prepare/start 1
                          executed      iterate/planning 1
                          prompt        0000000000000000000000000000000000000000000000000000000000abc005

                        spent
                          phase         attempt 1, refused outputs 0, same agent 0, continuations 0
                          rewinds       0 of 2000
                          agents        0 calls, 0.0s
                        """
                                .replace("RUN", run.id()));
    }

    @Test
    void the_document_of_a_state_is_the_state() throws IOException {
        run.toTheEnd();
        var document = JsonMapper.shared().readTree(Cli.in(folder).run("show", "--json").out());
        assertThat(document.get("schema").asString()).isEqualTo("foldline.state/1");
        assertThat(Wire.state(document.get("state").toString())).isEqualTo(run.state());
        assertThat(
                        JsonMapper.shared()
                                .readTree(Cli.in(folder).run("show", "@:5", "--json").out())
                                .get("seq")
                                .asInt())
                .isEqualTo(5);
    }

    @Test
    void a_point_beyond_the_log_is_refused() {
        var answer = Cli.in(folder).run("show", "@:10");
        assertThat(answer.exit()).isEqualTo(2);
        assertThat(answer.err())
                .isEqualTo(
                        "error: no event 10: the log has events 1 to 9\n  at: "
                                + run.id()
                                + ":10\n  try: foldline log "
                                + run.id()
                                + "\n");
    }

    @Test
    void a_point_before_the_log_is_refused_with_what_the_log_really_has() {
        assertThat(Cli.in(folder).run("show", "@:0").err())
                .startsWith("error: no event 0: the log has events 1 to 9\n");
    }

    @Test
    void an_invalid_point_is_refused() {
        assertThat(Cli.in(folder).run("show", "@:ten").err())
                .startsWith("error: '@:ten' is neither a run nor a point in a run");
        assertThat(Cli.in(folder).run("explain", "@:0").err()).startsWith("error: no event 0");
    }

    @Test
    void two_points_are_compared_slice_by_slice() {
        assertThat(Cli.in(folder).run("diff", "@:5", "@:8", "--state").out())
                .isEqualTo(
                        """
                        header
                          ticket: 3 -> 6
                        cursor
                          cursor: arrived(at: position(stage: 1, turn: 0, phase: 0, step: 0)) -> working(at: position(stage: 1, turn: 0, phase: 0, step: 2))
                        ledger
                          executions.iterate/planning: - -> 1
                          prompt: - -> 0000000000000000000000000000000000000000000000000000000000abc005
                        """);
    }

    @Test
    void a_point_is_compared_with_the_latest_state_if_nothing_else_is_named() {
        var document =
                JsonMapper.shared()
                        .readTree(Cli.in(folder).run("diff", "@:8", "--state", "--json").out());
        assertThat(document.get("to").get("seq").asInt()).isEqualTo(9);
        assertThat(document.get("changes").get(0).toString())
                .isEqualTo(
                        "{\"slice\":\"slots\",\"path\":\"slots.in_flight\",\"before\":\"idle\",\"after\":"
                                + document.get("changes").get(0).get("after")
                                + "}");
    }

    @Test
    void a_decision_is_explained_by_the_conditions_checked() {
        assertThat(Cli.in(folder).run("explain", "@:8").out())
                .isEqualTo(
                        """
                        RUN:8  iterate 1/2, planning, step 3/4
                          after     prompt written: 0000000
                          rule      perform the phase's next step  (NORMAL)
                          effect    call claude as planner
                          then      9 begin: call claude as planner

                        conditions checked, highest priority first
                          ENDED         running
                          IN_FLIGHT     idle
                          HELD          idle
                          RECOVERY      idle
                          RETRY         idle
                          CONTINUATION  idle
                          NORMAL        iterate 1/2, planning, step 3/4

                        higher-priority rules that did not apply
                          ENDED         the run has ended
                          IN_FLIGHT     cancel the running effect
                          IN_FLIGHT     check whether the effect happened
                          IN_FLIGHT     wait for the outcome
                          HELD          ask the user a question of an agent
                          HELD          held: wait for the resume or the approval
                          RECOVERY      save uncommitted work before the end
                          RECOVERY      wait until the fixer is available
                          RECOVERY      write the fixer's prompt
                          RECOVERY      call the fixer
                          RECOVERY      clean before the new attempt
                          RECOVERY      record the recovery
                          RECOVERY      halted: wait for the user
                          RETRY         wait until the retry is due
                          RETRY         clean, then retry
                          CONTINUATION  clean, then continue or redo the work
                        """
                                .replace("RUN", run.id()));
    }

    @Test
    void an_explanation_for_programs_carries_the_effect_and_the_events_around() {
        var document =
                JsonMapper.shared().readTree(Cli.in(folder).run("explain", "@:8", "--json").out());
        assertThat(document.get("rule").asString()).isEqualTo("perform the phase's next step");
        assertThat(document.get("priority").asString()).isEqualTo("normal");
        assertThat(document.get("effect").get("type").asString()).isEqualTo("invoke_agent");
        assertThat(document.get("events"))
                .extracting(event -> event.get("seq").asInt())
                .containsExactly(8, 9);
        assertThat(document.get("considered").get("in_flight").asString()).isEqualTo("idle");
    }

    @Test
    void the_latest_state_is_explained_without_a_point() {
        assertThat(Cli.in(folder).run("explain").out())
                .contains(
                        "rule      wait for the outcome  (IN_FLIGHT)\n"
                                + "  effect    await the running effect: call claude as planner\n")
                .contains("IN_FLIGHT     ticket 6: call claude as planner");
    }
}
