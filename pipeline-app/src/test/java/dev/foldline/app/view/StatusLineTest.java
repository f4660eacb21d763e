package dev.foldline.app.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.CheckEvent.CheckFailed;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Spend;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;

import java.time.Instant;

class StatusLineTest {
    @Test
    void an_undisturbed_status_names_stage_turn_and_phase() {
        assertThat(StatusLine.of(RalphWalk.ralph(5).untilRole("planner").state()))
                .isEqualTo("iterate 1/5 \u00b7 planning");
        assertThat(StatusLine.of(RalphWalk.ralph(5).untilRole("reviewer").state()))
                .isEqualTo("polish \u00b7 review");
    }

    @Test
    void a_retry_shows_attempt_and_reason() {
        var walk =
                RalphWalk.ralph(5)
                        .untilRole("analyst")
                        .once(
                                CollectArtifact.class,
                                (ticket, _) ->
                                        new ArtifactRefused(
                                                ticket,
                                                "development_result",
                                                "missing",
                                                Option.none()))
                        .untilRole("analyst");
        assertThat(StatusLine.of(walk.state()))
                .isEqualTo(
                        "iterate 1/5 \u00b7 development \u00b7 attempt 2 \u00b7 retrying: output"
                                + " invalid (1)");
    }

    @Test
    void unfinished_work_is_continued_and_refused_work_redone() {
        assertThat(
                        StatusLine.of(
                                RalphWalk.ralph(2)
                                        .untilRole("analyst")
                                        .once(
                                                CollectArtifact.class,
                                                (ticket, _) ->
                                                        new ArtifactAccepted(
                                                                ticket,
                                                                "development_result",
                                                                "text",
                                                                "partial",
                                                                Vector.empty()))
                                        .untilRole("developer")
                                        .state()))
                .isEqualTo("iterate 1/2 \u00b7 development \u00b7 attempt 2 \u00b7 continuing (1)");
        assertThat(
                        StatusLine.of(
                                RalphWalk.ralph(2)
                                        .once(
                                                RunCheck.class,
                                                (ticket, _) ->
                                                        new CheckFailed(
                                                                ticket,
                                                                "checks",
                                                                "tree",
                                                                "2 tests fail",
                                                                Option.none(),
                                                                Spend.NOTHING))
                                        .until(RunCheck.class)
                                        .untilRole("developer")
                                        .state()))
                .isEqualTo("iterate 1/2 \u00b7 development \u00b7 attempt 2 \u00b7 redoing (1)");
    }

    @Test
    void recoveries_are_counted() {
        var walk =
                RalphWalk.ralph(1)
                        .until(RunCheck.class)
                        .once(
                                RunCheck.class,
                                (ticket, _) ->
                                        new EffectFailed(
                                                ticket,
                                                Fault.of(
                                                        Fault.Kind.CHECK_BROKEN,
                                                        "no such program")))
                        .untilRole("recoverer");
        assertThat(StatusLine.of(walk.state()))
                .isEqualTo(
                        "iterate \u00b7 development \u00b7 attempt 2 \u00b7 fixing: check broken"
                                + " (1)");
    }

    @Test
    void a_wait_shows_its_end() {
        var walk = RalphWalk.ralph(1).untilRole("planner");
        for (int agent = 0; agent < 2; agent++)
            walk.once(InvokeAgent.class, (ticket, _) -> limited(ticket));
        assertThat(StatusLine.of(walk.untilItWaitsOrEnds().state()))
                .isEqualTo(
                        "iterate \u00b7 planning \u00b7 attempt 3 \u00b7 waits until "
                                + LocalTimeFormatter.second(Instant.parse("2026-03-01T13:00:00Z"))
                                + ": rate limit");
    }

    private static AgentFailed limited(long ticket) {
        return new AgentFailed(
                ticket,
                Fault.of(Fault.Kind.RATE_LIMIT, "limited")
                        .until(Instant.parse("2026-03-01T13:00:00Z")),
                Option.none(),
                Spend.NOTHING,
                RalphWalk.BEGAN);
    }

    @Test
    void gates_and_pauses_are_named() {
        assertThat(StatusLine.of(RalphWalk.gated("planning").untilItWaitsOrEnds().state()))
                .isEqualTo("iterate \u00b7 planning \u00b7 waits for approval of planning");
        var walk =
                RalphWalk.ralph(1).untilRole("planner").asks(new Command.Pause(Urgency.WHEN_DONE));
        assertThat(StatusLine.of(walk.state())).endsWith("pausing after this step");
        assertThat(StatusLine.of(walk.answer().state())).endsWith("paused");
    }

    @Test
    void an_end_is_named_with_its_reason() {
        assertThat(StatusLine.of(RalphWalk.ralph(1).until(Control.Stop.class).state()))
                .isEqualTo("completed");
        assertThat(
                        StatusLine.of(
                                RalphWalk.ralph(1)
                                        .untilRole("planner")
                                        .answer()
                                        .asks(new Command.Abort("changed\nmy mind"))
                                        .until(Control.Stop.class)
                                        .state()))
                .isEqualTo("given up: changed my mind");
    }
}
