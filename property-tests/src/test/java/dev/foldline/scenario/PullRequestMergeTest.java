package dev.foldline.scenario;

import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.ForgeEffect.MarkReady;
import dev.foldline.core.effect.ForgeEffect.MergeRequest;
import dev.foldline.core.effect.ForgeEffect.OpenRequest;
import dev.foldline.core.effect.WaitCondition.PullRequestNews;
import dev.foldline.core.event.ForgeEvent.MergeRefused;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Observation;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.core.workflow.PullRequestDelivery;
import dev.foldline.core.workflow.PullRequestDelivery.Update;
import dev.foldline.core.workflow.RequestCompletion;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** A run that merges its pull request itself. */
class PullRequestMergeTest {
    private static final Instant START = Instant.parse("2026-11-01T08:00:00Z");

    private static ScenarioRun delivered() {
        return delivered(
                new RequestCompletion(false, Option.of(MergeMethod.SQUASH), Option.none()));
    }

    private static ScenarioRun delivered(RequestCompletion completion) {
        return walk(PullRequestDelivery.after(
                        ralph(1, 0),
                        new PullRequestDelivery.Options(
                                new DeliveryBounds(2, 2, 2, 30),
                                Update.CONFLICT,
                                completion,
                                Option.none())))
                .toEnd();
    }

    private static PullRequest request(ScenarioRun walk) {
        return walk.state().ledger().repository().request();
    }

    private static Command observation(
            ScenarioRun walk, Checks checks, String mergeable, Duration wait, Finding... findings) {
        return new Command.SeePullRequest(
                new Observation(
                        7,
                        request(walk).heads().last(),
                        Status.OPEN,
                        checks,
                        Vector.of(findings),
                        Option.of(START.plus(wait)),
                        Option.of(mergeable),
                        Vector.empty()));
    }

    private static Command green(ScenarioRun walk) {
        return observation(walk, Checks.PASSED, "clean", Duration.ZERO);
    }

    private static ScenarioRun refused(ScenarioRun walk) {
        walk.during(EffectSelector.merging());
        return walk.submit(
                        new MergeRefused(
                                walk.state().header().ticket(), "a review is missing", START))
                .toEnd();
    }

    @Test
    void it_is_merged_at_its_pushed_head_when_the_checks_have_passed() {
        var walk = delivered();
        var head = request(walk).heads().last();
        walk.says(green(walk)).toEnd().completes();
        assertThat(walk.effects(MergeRequest.class))
                .singleElement()
                .satisfies(
                        merge -> {
                            assertThat(merge.head()).isEqualTo(head);
                            assertThat(merge.number()).isEqualTo(7);
                            assertThat(merge.method()).isEqualTo(MergeMethod.SQUASH);
                        });
    }

    @ParameterizedTest
    @CsvSource({"NONE", "PENDING", "FAILED"})
    void it_is_not_merged_without_passed_checks(Checks checks) {
        var walk = delivered();
        walk.says(observation(walk, checks, "clean", Duration.ZERO)).toEnd();
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
    }

    @Test
    void it_is_not_merged_if_the_forge_would_refuse_it_or_about_another_head() {
        var walk = delivered();
        walk.says(
                        new Command.SeePullRequest(
                                new Observation(
                                        7,
                                        request(walk).heads().last(),
                                        Status.OPEN,
                                        Checks.PASSED,
                                        Vector.empty())))
                .toEnd();
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        var remark = new Finding("c-1", Source.COMMENT, "a wish", Option.none());
        var early = green(walk);
        walk.says(observation(walk, Checks.PASSED, "clean", Duration.ZERO, remark)).toEnd();
        assertThat(request(walk).heads()).hasSize(2);
        walk.says(early).toEnd();
        assertThat(walk.effects(MergeRequest.class)).isEmpty();
        walk.says(green(walk)).toEnd().completes();
    }

    @Test
    void a_gate_or_a_pause_withholds_the_merge_until_the_forge_was_asked_again() {
        var walk = delivered();
        walk.says(new Command.Pause(Urgency.WHEN_DONE)).says(green(walk)).toEnd();
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        walk.says(new Command.Resume()).toEnd();
        assertThat(walk.effects(MergeRequest.class)).as("it may have changed").isEmpty();
        walk.says(green(walk)).toEnd().completes();
    }

    @Test
    void a_draft_is_marked_as_ready_when_the_checks_have_passed_and_merged_after_that() {
        var walk =
                delivered(
                        new RequestCompletion(true, Option.of(MergeMethod.SQUASH), Option.none()));
        assertThat(
                        walk.effects(OpenRequest.class)
                                .head()
                                .completion()
                                .exists(RequestCompletion::draft))
                .isTrue();
        walk.says(observation(walk, Checks.PENDING, "clean", Duration.ZERO)).toEnd();
        assertThat(walk.effects(MarkReady.class)).isEmpty();
        walk.says(green(walk)).toEnd();
        assertThat(walk.effects(MarkReady.class)).hasSize(1);
        assertThat(walk.effects(MergeRequest.class)).isEmpty();
        walk.says(green(walk)).toEnd().completes();
        assertThat(walk.effects(MarkReady.class)).hasSize(1);
    }

    @Test
    void a_draft_that_cannot_be_marked_as_ready_is_tried_again_after_an_hour() {
        for (var merge : List.of(Option.of(MergeMethod.SQUASH), Option.<MergeMethod>none())) {
            var walk = delivered(new RequestCompletion(true, merge, Option.none()));
            walk.says(blocked(walk, Duration.ZERO));
            walk.during(EffectSelector.marking());
            walk.submit(
                            new MergeRefused(
                                    walk.state().header().ticket(), "it is not reached", START))
                    .toEnd();
            assertThat(((Wait) walk.next().effect()).awaited())
                    .singleElement()
                    .satisfies(
                            wait ->
                                    assertThat(((PullRequestNews) wait).refusal())
                                            .contains("it is not reached"));
            assertThat(walk.isRefused(blocked(walk, Duration.ofMinutes(59)))).isNotNull();
            walk.says(blocked(walk, Duration.ofMinutes(61))).toEnd();
            assertThat(walk.effects(MarkReady.class)).hasSize(1);
            assertThat(request(walk).draft()).isFalse();
        }
    }

    /** A forge merges no draft. */
    private static Command blocked(ScenarioRun walk, Duration wait) {
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

    @Test
    void a_new_driver_asks_the_forge_again() {
        var walk = delivered();
        walk.says(green(walk));
        walk.submit(new DriverStarted(walk.state().header().epoch() + 1, START));
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        walk.says(green(walk)).toEnd().completes();
    }

    @Test
    void a_refused_merge_is_tried_again_when_the_forge_reports_something_else_or_later() {
        var walk = delivered();
        refused(walk.says(green(walk)));
        assertThat(((Wait) walk.next().effect()).awaited())
                .singleElement()
                .satisfies(
                        wait ->
                                assertThat(((PullRequestNews) wait).refusal())
                                        .contains("a review is missing"));
        assertThat(walk.isRefused(green(walk))).isNotNull();
        refused(walk.says(observation(walk, Checks.PASSED, "has_hooks", Duration.ZERO)));
        assertThat(
                        walk.isRefused(
                                observation(
                                        walk, Checks.PASSED, "has_hooks", Duration.ofMinutes(59))))
                .isNotNull();
        walk.says(observation(walk, Checks.PASSED, "has_hooks", Duration.ofMinutes(61)))
                .toEnd()
                .completes();
    }
}
