package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.ForgeEffect.UpdateBranch;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Observation;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.RequestResponses.Rounds;
import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.PullRequestDelivery;
import dev.foldline.core.workflow.PullRequestDelivery.Update;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;

/** The bounds of a pull request: each ends with a question to the user, and no other ends it. */
class PullRequestBoundsTest {
    private static final Instant START = Instant.parse("2026-11-01T08:00:00Z");
    private int ids;

    private static ScenarioRun delivered(DeliveryBounds bounds) {
        return walk(PullRequestDelivery.after(
                        ralph(1, 0),
                        new PullRequestDelivery.Options(bounds, Update.CONFLICT, Option.none())))
                .toEnd();
    }

    private static PullRequest request(ScenarioRun walk) {
        return walk.state().ledger().repository().request();
    }

    private Command observation(ScenarioRun walk, Source... sources) {
        return new Command.SeePullRequest(
                new Observation(
                        7,
                        request(walk).heads().last(),
                        Status.OPEN,
                        Checks.FAILED,
                        Vector.of(sources)
                                .map(
                                        each ->
                                                new Finding(
                                                        each + "-" + ids++,
                                                        each,
                                                        "a " + each,
                                                        Option.none()))));
    }

    private static Command seenAfter(ScenarioRun walk, Duration wait) {
        return new Command.SeePullRequest(
                new Observation(
                        7,
                        request(walk).heads().last(),
                        Status.OPEN,
                        Checks.PASSED,
                        Vector.empty(),
                        Option.of(START.plus(wait)),
                        Option.none(),
                        Vector.empty()));
    }

    private static String halted(ScenarioRun walk) {
        walk.toEnd().halts(Fault.Kind.NEEDS_PERSON);
        return ((Recovery.Halted) walk.state().slots().recovery()).failure().fault().message();
    }

    @ParameterizedTest
    @CsvSource({
        "CHECK, checks still fail after 1 fix;",
        "REVIEW, reviewers still ask for changes after 1 fix;",
        "COMMENT, reviewers still ask for changes after 1 fix;",
        "LINE, reviewers still ask for changes after 1 fix;",
        "CONFLICT, the base moved again after 1 merge;"
    })
    void each_kind_of_response_has_a_bound_of_its_own(Source source, String why) {
        var walk = delivered(new DeliveryBounds(1, 1, 1, 30));
        walk.says(observation(walk, source)).toEnd();
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        // The other kinds are still answered.
        for (var other : new Source[] {Source.CHECK, Source.REVIEW, Source.CONFLICT})
            if (other != source && !(why.startsWith("reviewers") && other == Source.REVIEW)) {
                walk.says(observation(walk, other)).toEnd();
                assertThat(walk.next().effect()).isInstanceOf(Wait.class);
            }
        assertThat(request(walk).rounds()).isEqualTo(new Rounds(1, 1, 1));
        walk.says(observation(walk, source));
        assertThat(halted(walk)).contains(why, "foldline retry");
        assertThat(walk.count(agent("fixer"))).isEqualTo(2);
        assertThat(walk.effects(UpdateBranch.class)).hasSize(1);
        // What the user was asked about is not asked again.
        walk.says(new Command.RetryHalted()).toEnd();
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
    }

    @Test
    void one_response_to_checks_and_reviews_counts_as_both() {
        var walk = delivered(new DeliveryBounds(2, 1, 0, 30));
        walk.says(observation(walk, Source.CHECK, Source.REVIEW)).toEnd();
        assertThat(request(walk).rounds()).isEqualTo(new Rounds(1, 1, 0));
        walk.says(observation(walk, Source.CHECK, Source.REVIEW));
        assertThat(halted(walk)).contains("reviewers still ask for changes");
        assertThat(walk.count(agent("fixer"))).isEqualTo(1);
    }

    @Test
    void a_remark_within_its_bound_is_answered_after_the_user_is_asked_about_checks() {
        var walk = delivered(new DeliveryBounds(0, 1, 0, 30));
        walk.says(observation(walk, Source.CHECK, Source.REVIEW));
        assertThat(halted(walk)).contains("checks still fail");
        assertThat(request(walk).pending().map(Finding::source)).containsExactly(Source.REVIEW);
        walk.says(new Command.RetryHalted()).toEnd();
        assertThat(walk.count(agent("fixer"))).isEqualTo(1);
        assertThat(request(walk).rounds()).isEqualTo(new Rounds(0, 1, 0));
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
    }

    @Test
    void a_wait_for_days_ends_with_a_question_and_starts_again_with_a_retry() {
        var walk = delivered(new DeliveryBounds(1, 1, 1, 2));
        walk.says(seenAfter(walk, Duration.ZERO)).toEnd();
        assertThat(walk.isRefused(seenAfter(walk, Duration.ofHours(23)))).isNotNull();
        walk.says(seenAfter(walk, Duration.ofHours(25))).toEnd();
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        walk.says(seenAfter(walk, Duration.ofHours(48)));
        assertThat(halted(walk)).contains("for 2 days", "foldline retry");
        walk.says(new Command.RetryHalted()).toEnd();
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        walk.says(seenAfter(walk, Duration.ofHours(50))).toEnd();
        assertThat(request(walk).waiting().get().days()).isZero();
    }
}
