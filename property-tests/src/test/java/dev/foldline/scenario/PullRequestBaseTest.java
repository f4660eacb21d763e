package dev.foldline.scenario;

import static dev.foldline.scenario.EffectSelector.agent;
import static dev.foldline.scenario.ScenarioRun.walk;
import static dev.foldline.scenario.ScenarioWorkflows.ralph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.command.Command;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.ForgeEffect.PushBranch;
import dev.foldline.core.effect.ForgeEffect.UpdateBranch;
import dev.foldline.core.event.ForgeEvent.BranchUpdated;
import dev.foldline.core.event.ForgeEvent.Conflict;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Ledger.Feedback;
import dev.foldline.core.state.PullRequest;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Observation;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.PullRequestDelivery;
import dev.foldline.core.workflow.PullRequestDelivery.Update;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pull request whose base moves. */
class PullRequestBaseTest {
    private static ScenarioRun delivered(int rounds, Update update) {
        return walk(PullRequestDelivery.after(
                        ralph(1, 0),
                        new PullRequestDelivery.Options(
                                new DeliveryBounds(rounds, rounds, rounds, 30),
                                update,
                                Option.none())))
                .toEnd();
    }

    private static PullRequest request(ScenarioRun walk) {
        return walk.state().ledger().repository().request();
    }

    private static Command observation(String head, Finding... findings) {
        return new Command.SeePullRequest(
                new Observation(7, head, Status.OPEN, Checks.NONE, Vector.of(findings)));
    }

    private static Finding finding(Source source) {
        return new Finding(source.name(), source, "a " + source, Option.none());
    }

    /** The table of news and policies: what is not configured changes nothing. */
    @ParameterizedTest
    @CsvSource({
        "NEVER, CONFLICT, 0",
        "NEVER, BEHIND, 0",
        "CONFLICT, CONFLICT, 1",
        "CONFLICT, BEHIND, 0",
        "BEHIND, CONFLICT, 1",
        "BEHIND, BEHIND, 1"
    })
    void the_base_is_merged_when_it_is_configured(Update update, Source news, int updates) {
        var walk = delivered(2, update);
        var head = request(walk).heads().last();
        walk.says(observation(head, finding(news))).toEnd();
        assertThat(walk.effects(UpdateBranch.class)).hasSize(updates);
        assertThat(walk.effects(PushBranch.class)).hasSize(1 + updates);
        assertThat(request(walk).rounds().updates()).isEqualTo(updates);
        assertThat(walk.count(agent("fixer"))).isZero();
        assertThat(walk.next().effect()).isInstanceOf(Wait.class);
        // The same head again changes nothing, and a remark is still answered.
        walk.says(observation(request(walk).heads().last(), finding(Source.COMMENT))).toEnd();
        assertThat(walk.count(agent("fixer"))).isEqualTo(1);
        assertThat(walk.effects(UpdateBranch.class)).hasSize(updates);
    }

    @Test
    void a_conflict_of_an_earlier_head_changes_nothing() {
        var walk = delivered(3, Update.CONFLICT);
        var first = request(walk).heads().last();
        walk.says(observation(first, finding(Source.COMMENT))).toEnd();
        assertThat(request(walk).heads().last()).isNotEqualTo(first);
        assertThat(walk.isRefused(observation(first, finding(Source.CONFLICT)))).isNotNull();
        assertThat(walk.effects(UpdateBranch.class)).isEmpty();
    }

    @Test
    void a_conflict_goes_to_the_fixer_with_its_files_and_is_pushed_when_it_is_resolved() {
        var walk = delivered(2, Update.CONFLICT);
        walk.says(observation(request(walk).heads().last(), finding(Source.CONFLICT)))
                .during(EffectSelector.updating());
        walk.submit(
                        new BranchUpdated(
                                walk.state().header().ticket(),
                                "merge",
                                "marked",
                                Option.of(new Conflict("main", Vector.of("a"), "report")),
                                Option.of("theirs")))
                .until(agent("fixer"));
        assertThat(walk.effects(PushBranch.class)).hasSize(1);
        assertThat(walk.state().ledger().repository().head()).isEqualTo(Option.of("merge"));
        // The commits of the base are not the run's: its change is what follows them.
        assertThat(walk.state().ledger().repository().base()).isEqualTo(Option.of("theirs"));
        assertThat(feedback(walk).map(Feedback::output)).containsExactly(Option.of("report"));
        assertThat(feedback(walk).head().message()).contains("main", "conflict markers in a");
        walk.toEnd();
        assertThat(walk.effects(PushBranch.class)).hasSize(2);
        assertThat(walk.effects(InvokeAgent.class).filter(call -> call.role().equals("fixer")))
                .hasSize(1);
    }

    private static Vector<Feedback> feedback(ScenarioRun walk) {
        return walk.state().ledger().feedback().getOrElse("deliver/resolve", Vector.empty());
    }

    @Test
    void the_last_conflict_waits_for_the_user() {
        var walk = delivered(0, Update.CONFLICT);
        walk.says(observation(request(walk).heads().last(), finding(Source.CONFLICT)))
                .toEnd()
                .halts(Fault.Kind.NEEDS_PERSON);
        assertThat(walk.effects(UpdateBranch.class)).isEmpty();
    }
}
