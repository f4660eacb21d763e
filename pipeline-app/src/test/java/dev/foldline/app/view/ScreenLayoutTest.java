package dev.foldline.app.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.event.FileEvent.ArtifactAccepted;
import dev.foldline.core.event.FileEvent.ArtifactRefused;
import dev.foldline.core.workflow.EffectBound;
import dev.foldline.core.workflow.Policy.Budget;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;

class ScreenLayoutTest {
    private static final ScreenLayout SCREEN =
            new ScreenLayout(ScreenLayout.Marks.UNICODE, "Ctrl-C pauses");

    @Test
    void a_run_at_work_answers_one_question_a_line() {
        var walk =
                RalphWalk.ralph(5)
                        .untilRole("analyst")
                        .once(
                                CollectArtifact.class,
                                (ticket, _) ->
                                        new ArtifactRefused(
                                                ticket,
                                                "development_result",
                                                "it is missing",
                                                Option.none()))
                        .untilRole("analyst");
        assertThat(
                        shown(
                                walk.state(),
                                progress(walk.state())
                                        .withOutput(
                                                "\u001b[1mreading\u001b[0m the diff",
                                                RalphWalk.BEGAN.plusSeconds(123)),
                                100))
                .containsExactly(
                        "\u2500 r0123456789abcdef \u00b7 ralph \u00b7 foldline/greet "
                                + "\u2500".repeat(44)
                                + " 00:02:03 \u2500",
                        "prepare \u2713  iterate 1/5: planning \u2713 \u25b8development commit "
                                + " polish  finish  close",
                        "attempt 2 \u00b7 retrying: output invalid: it is missing (1)",
                        "analyst claude 00:01:02 \u00b7 reading the diff",
                        "checks not passed on this tree \u00b7 no commits yet",
                        "calls 3/60 \u00b7 time 4.5s/2h 0m \u00b7 effects "
                                + (walk.state().header().ticket() - 1)
                                + " of at most "
                                + EffectBound.effects(walk.state().workflow()),
                        "Ctrl-C pauses");
    }

    @Test
    void the_budget_of_the_current_phase_is_shown_beside_that_of_the_run() {
        var walk = RalphWalk.ralph(2).untilRole("developer");
        var state =
                walk.state()
                        .withUsage(
                                walk.state()
                                        .usage()
                                        .withPhases(
                                                LinkedHashMap.of(
                                                        "development",
                                                        Budget.UNLIMITED
                                                                .withAgentCallsMax(Option.of(3L))
                                                                .withMicroUsdMax(
                                                                        Option.of(2_000_000L)),
                                                        "planning",
                                                        Budget.UNLIMITED.withTokensMax(
                                                                Option.of(7L)))));
        assertThat(shown(state, 120).get(5))
                .startsWith(
                        "calls 1/60 \u00b7 time 1.5s/2h 0m \u00b7 development: calls 0/3 \u00b7"
                                + " $0.00/$2.00 \u00b7 effects ");
    }

    @Test
    void a_completed_run_shows_how_it_ended() {
        var state = RalphWalk.ralph(1).until(Control.Stop.class).state();
        assertThat(shown(state, progress(state), 100).get(1))
                .isEqualTo(
                        "prepare \u2713  iterate \u2713  polish \u2713  finish \u2713  close"
                                + " \u2713");
        assertThat(shown(state, progress(state), 100).get(2)).isEqualTo("completed");
        assertThat(shown(state, progress(state), 100).get(4))
                .isEqualTo("checks passed \u00b7 4 commits, last 9ab1234 Greet by name");
    }

    @Test
    void the_notice_takes_the_place_of_the_hint() {
        var state = RalphWalk.ralph(1).untilRole("planner").state();
        assertThat(shown(state, progress(state).noticing("pausing"), 80))
                .last()
                .isEqualTo("pausing");
    }

    @Test
    void the_current_phase_stays_if_space_is_short() {
        assertThat(shown(RalphWalk.ralph(2).untilRole("reviewer").state(), 30).get(1))
                .contains("\u25b8review");
        var fixing =
                RalphWalk.ralph(2)
                        .untilRole("reviewer")
                        .once(
                                CollectArtifact.class,
                                (ticket, _) ->
                                        new ArtifactAccepted(
                                                ticket, "issues", "text", "issues", Vector.empty()))
                        .untilRole("fixer");
        assertThat(shown(fixing.state(), 30).get(1))
                .startsWith("polish: review \u2713 \u25b8fix co");
    }

    @Test
    void no_line_is_wider_than_the_terminal_regardless_of_the_output() {
        var said =
                List.of(
                        "\u4f60\u597d".repeat(200),
                        "e\u0301".repeat(300),
                        "\ud83d\ude00".repeat(90),
                        "\u001b[500C\u001b[2Jx".repeat(60),
                        "x".repeat(10_000));
        for (var words : said) {
            for (int width = 1; width < 140; width++) {
                var state = RalphWalk.ralph(3).untilRole("developer").state();
                for (var line :
                        SCREEN.lines(
                                state, progress(state).withOutput(words, RalphWalk.BEGAN), width)) {
                    assertThat(line.columnLength()).isLessThanOrEqualTo(width);
                    assertThat(line.toString().chars().noneMatch(Character::isISOControl)).isTrue();
                }
            }
        }
    }

    @Test
    void a_simple_terminal_gets_letters_only() {
        assertThat(ScreenLayout.Marks.in(StandardCharsets.US_ASCII))
                .isEqualTo(ScreenLayout.Marks.ASCII);
        assertThat(ScreenLayout.Marks.in(StandardCharsets.UTF_8))
                .isEqualTo(ScreenLayout.Marks.UNICODE);
        var state = RalphWalk.ralph(3).untilRole("developer").state();
        assertThat(new ScreenLayout(ScreenLayout.Marks.ASCII, "").lines(state, progress(state), 60))
                .allSatisfy(
                        line ->
                                assertThat(line.toString().chars().allMatch(letter -> letter < 128))
                                        .isTrue());
    }

    private static Progress progress(PipelineState state) {
        return Progress.start("/repo", RalphWalk.BEGAN, state, RalphWalk.BEGAN.plusSeconds(61))
                .after(RalphWalk.ralph(1).state(), state, RalphWalk.BEGAN.plusSeconds(61))
                .at(RalphWalk.BEGAN.plusSeconds(123));
    }

    private static List<String> shown(PipelineState state, int width) {
        return shown(state, progress(state), width);
    }

    private static List<String> shown(PipelineState state, Progress progress, int width) {
        return SCREEN.lines(state, progress, width).stream()
                .map(AttributedString::toString)
                .toList();
    }
}
