package dev.foldline.app.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.history.Termination;
import dev.foldline.app.view.TerminalContext.Detail;
import dev.foldline.core.command.Author;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Spend;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

class PlainViewTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private Instant now = RalphWalk.BEGAN;
    private PlainView view = view(false, Detail.USUAL);

    private PlainView view(boolean coloured, Detail detail) {
        return new PlainView(
                new PrintStream(bytes, true, StandardCharsets.UTF_8),
                TerminalContext.ofDriver(false, coloured, detail),
                () -> now);
    }

    @AfterEach
    void close() {
        view.close();
    }

    private List<String> lines() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void an_undisturbed_run_prints_phases_agents_checks_commits_and_its_end() {
        RalphWalk.ralph(1).watchedBy(view).drivenBy(1).until(Control.Stop.class);
        assertThat(lines())
                .startsWith(
                        "00:00:00 run       r0123456789abcdef ralph in /repo",
                        "00:00:00 phase     prepare start",
                        "00:00:00 branch    foldline/greet at 51c0abc",
                        "00:00:00 phase     iterate planning",
                        "00:00:00 agent     planner claude called (iterate planning, attempt 1)",
                        "00:00:00 agent     planner claude finished in 1.5s",
                        "00:00:00 phase     iterate development")
                .contains(
                        "00:00:00 check     checks passed in 1.5s",
                        "00:00:00 commit    9ab1234 Greet by name")
                .endsWith("00:00:00 end       completed (4 commits, 8 agent calls)");
        assertThat(lines()).hasSizeLessThan(40).noneMatch(line -> line.contains("\u001b"));
    }

    @Test
    void a_failure_a_retry_and_a_redo_print_their_reason() {
        RalphWalk.ralph(1)
                .watchedBy(view)
                .once(
                        InvokeAgent.class,
                        (ticket, _) ->
                                new AgentFailed(
                                        ticket,
                                        Fault.of(Fault.Kind.AGENT_FAILED, "exit code 3:\nboom"),
                                        Option.none(),
                                        Spend.millis(2_000),
                                        now))
                .once(
                        RunCheck.class,
                        (ticket, _) ->
                                new CheckFailed(
                                        ticket,
                                        "checks",
                                        "tree",
                                        "2 tests fail\nmore",
                                        Option.none(),
                                        Spend.millis(2_000)))
                .until(Control.Stop.class);
        assertThat(lines())
                .containsSubsequence(
                        "00:00:00 agent     planner claude failed after 2.0s: agent failed: exit"
                                + " code 3: boom",
                        "00:00:00 retry     retrying: agent failed: exit code 3: boom (1)",
                        "00:00:00 agent     planner claude called (iterate planning, attempt 2)",
                        "00:00:00 check     checks failed in 2.0s: 2 tests fail more",
                        "00:00:00 continue  redone with feedback (1): check failed: 2 tests fail"
                                + " more",
                        "00:00:00 end       completed (4 commits, 11 agent calls)");
    }

    @Test
    void a_recovery_prints_attempt_level_and_success() {
        RalphWalk.ralph(1)
                .watchedBy(view)
                .once(
                        RunCheck.class,
                        (ticket, _) ->
                                new EffectFailed(
                                        ticket,
                                        Fault.of(Fault.Kind.CHECK_BROKEN, "no such program: make")))
                .until(Control.Stop.class);
        assertThat(lines())
                .containsSubsequence(
                        "00:00:00 check     check broken: no such program: make",
                        "00:00:00 recovery  attempt 1 of 12 (level 1): check broken: no such"
                                + " program: make",
                        "00:00:00 agent     recoverer claude called (iterate development, attempt"
                                + " 2)",
                        "00:00:00 recovery  succeeded");
        assertThat(lines().stream().filter(line -> line.contains(" recovery "))).hasSize(2);
    }

    @Test
    void gates_pauses_and_waits_are_reported_once() {
        RalphWalk.gated("planning")
                .watchedBy(view)
                .untilItWaitsOrEnds()
                .asks(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(lines())
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "00:00:00 gate      planning waits for approval (revision"
                                                + " 1)"))
                .endsWith("00:00:00 pause     paused by the user");
    }

    @Test
    void the_author_of_a_pause_is_reported_if_it_was_not_a_user() {
        var walk = RalphWalk.ralph(1).watchedBy(view).drivenBy(1);
        walk.fold(
                new InputEvent.Paused(walk.state().header().lastInput() + 1, Urgency.NOW),
                Option.of(Termination.OF_DRIVER));
        assertThat(lines())
                .endsWith("00:00:00 pause     paused because its driver was shut down, at once");
    }

    @Test
    void the_author_is_named_if_the_log_names_one() {
        var walk = RalphWalk.ralph(1).watchedBy(view).drivenBy(1);
        var paused =
                new InputEvent.Paused(walk.state().header().lastInput() + 1, Urgency.WHEN_DONE);
        view.onEvent(
                paused,
                Option.none(),
                Option.of(new Author("ada", Author.Channel.TERMINAL, Vector.empty())),
                Pipeline.reduce(walk.state(), paused));
        assertThat(lines()).endsWith("00:00:00 pause     paused by the user, by ada (terminal)");
    }

    @Test
    void the_reason_of_a_halt_is_reported_once() {
        RalphWalk.ralph(1)
                .watchedBy(view)
                .once(
                        InvokeAgent.class,
                        (ticket, _) ->
                                new AgentFailed(
                                        ticket,
                                        Fault.of(Fault.Kind.TRESPASS, "the agent moved main"),
                                        Option.none(),
                                        Spend.millis(2_000),
                                        now))
                .until(Control.Wait.class);
        assertThat(lines().stream().filter(line -> line.contains("the agent moved main")))
                .containsExactly("00:00:00 halt      trespass: the agent moved main");
        assertThat(lines()).endsWith("00:00:00 halted    needs attention");
    }

    @Test
    void a_resumed_run_reports_its_position() {
        var walk = RalphWalk.ralph(3).drivenBy(1).untilRole("developer");
        walk.watchedBy(view).drivenBy(2);
        assertThat(lines())
                .containsExactly(
                        "00:00:00 run       r0123456789abcdef ralph in /repo on foldline/greet;"
                                + " now at iterate 1/3 \u00b7 development",
                        "00:00:00 driver    the run is resumed (driver 2)");
    }

    @Test
    void the_output_of_agents_and_the_other_events_are_shown_only_on_request() {
        var walk = RalphWalk.ralph(1).watchedBy(view);
        view.activity("hello");
        assertThat(lines()).hasSize(1);
        view = view(false, Detail.VERBOSE);
        walk.watchedBy(view).until(GitEffect.CommitWork.class);
        view.activity("\u001b[31mhello");
        assertThat(lines())
                .contains("00:00:00 |         hello")
                .anyMatch(line -> line.startsWith("00:00:00 event     "));
    }

    @Test
    void text_from_agents_cannot_forge_a_line_or_a_colour() {
        RalphWalk.ralph(1)
                .watchedBy(view)
                .once(
                        GitEffect.CommitWork.class,
                        (ticket, _) ->
                                new WorkCommitted(
                                        ticket,
                                        "9ab12340",
                                        "tree",
                                        "Add\n00:00:00 end       completed\u001b[2J"))
                .until(Control.Stop.class);
        assertThat(lines()).contains("00:00:00 commit    9ab1234 Add 00:00:00 end completed");
    }

    @Test
    void silence_is_broken_about_once_a_minute() {
        RalphWalk.ralph(1).watchedBy(view).untilRole("planner");
        int before = lines().size();
        now = RalphWalk.BEGAN.plusSeconds(59);
        view.activity("thinking");
        view.beat();
        assertThat(lines()).hasSize(before);
        now = RalphWalk.BEGAN.plusSeconds(64);
        view.beat();
        view.beat();
        assertThat(lines())
                .hasSize(before + 1)
                .endsWith("00:01:04 still     planner claude for 1m 4s; said 5.0s ago: thinking");
    }

    @Test
    void a_run_that_waits_is_not_a_run_at_work() {
        RalphWalk.gated("planning").watchedBy(view).untilItWaitsOrEnds();
        int before = lines().size();
        now = RalphWalk.BEGAN.plusSeconds(120);
        view.beat();
        assertThat(lines()).hasSize(before);
        now = RalphWalk.BEGAN.plusSeconds(900);
        view.beat();
        assertThat(lines())
                .hasSize(before + 1)
                .endsWith("00:15:00 still     waits for approval of planning");
    }

    @Test
    void colours_are_there_when_asked_for() {
        view = view(true, Detail.USUAL);
        RalphWalk.ralph(1).watchedBy(view).until(Control.Stop.class);
        assertThat(lines()).anyMatch(line -> line.contains("\u001b[32mcommit"));
    }
}
