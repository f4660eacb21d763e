package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.machine.Thorough;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Gates that are answered by comments on the pull request. */
class PullRequestAnswerTest {
    @TempDir Path folder;
    private DeliveryFixture at;
    private CliFixture place;
    private FakeForge forge;

    @BeforeEach
    void host() throws Exception {
        at = new DeliveryFixture(folder, ForgeKind.GITHUB);
        place = at.place;
        forge = at.forge;
        forge.writers = Set.of("me", "runner", "other");
    }

    @AfterEach
    void stop() {
        at.close();
    }

    private void frozen(String name) {
        var frozen = place.foldline("freeze", name, "-m", "review it");
        assertThat(frozen.exit()).as(frozen.all()).isZero();
    }

    private boolean isFrozen() {
        return place.foldline("gates").out().contains("review it");
    }

    private String logged() {
        return place.foldline("log", "--json").out();
    }

    @Test
    void an_approval_that_names_the_head_counts_once_and_from_an_allowed_account_only()
            throws Exception {
        at.configured(", approvers: [Me, runner]");
        var request = at.opened();
        var head = forge.head(request.branch);
        forge.comment("me", "/foldline approve " + head);
        at.synced(3);
        assertThat(logged()).contains("does not count: no gate is open");
        frozen("ship");
        at.synced(3);
        assertThat(isFrozen()).as("the comment was there before the gate").isTrue();
        forge.comment("runner", "/foldline approve " + head)
                .comment("other", "/foldline approve " + head)
                .comment("stranger", "/foldline approve " + head)
                .comment("me", "/foldline approve " + "0".repeat(40));
        at.synced(3);
        assertThat(isFrozen()).isTrue();
        assertThat(logged())
                .contains(
                        "the account of the token cannot answer",
                        "by other, which does not count: this account may not answer",
                        "it does not name the current head")
                .doesNotContain("stranger");
        forge.comment("me", "/foldline approve " + head.substring(0, 8));
        var counted = at.synced(3);
        assertThat(isFrozen()).as(counted.all() + logged()).isFalse();
        assertThat(at.prompts("fixer")).as("an answer asks for no change").isEmpty();
        frozen("again");
        at.synced(3);
        assertThat(isFrozen()).as("each answer counts once").isTrue();
        forge.comment("me", "/foldline reject because it is TOO SLOW");
        at.synced(1);
        assertThat(logged()).contains("TOO SLOW");
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
    }

    /** What waits behind the gate goes on when it is approved, and the log names the account. */
    @Test
    @Thorough
    void an_approved_gate_lets_the_run_continue_and_the_answers_have_authors() throws Exception {
        var request = at.opened();
        frozen("ship");
        forge.check("build", request.branch, "failure", DeliveryFixture.LOG);
        at.synced(3);
        assertThat(at.prompts("fixer")).as("the gate holds the run").isEmpty();
        var head = forge.head(request.branch);
        forge.comment("me", "/foldline approve " + head.substring(0, 7));
        at.synced(3);
        assertThat(isFrozen()).isFalse();
        assertThat(at.prompts("fixer")).hasSize(1);
        assertThat(forge.head(request.branch)).isNotEqualTo(head);
        assertThat(author("gate_approved")).isEqualTo("me (forge)");
        assertThat(place.foldline("log").out()).contains("by me (forge)");
        frozen("again");
        forge.comment("other", "/foldline reject because it is TOO SLOW");
        at.synced(1);
        assertThat(author("gate_rejected")).isEqualTo("other (forge)");
        assertThat(place.foldline("replay", "--verify").exit()).isZero();
    }

    /** Who gave the answer that the log has last. */
    private String author(String event) {
        return logged().lines()
                .map(JsonMapper.shared()::readTree)
                .filter(line -> line.at("/event/type").asString().equals(event))
                .map(line -> line.path("by"))
                .map(by -> by.path("user").asString() + " (" + by.path("channel").asString() + ")")
                .reduce("", (_, last) -> last);
    }

    @Thorough
    @Test
    void an_answer_that_was_written_before_the_gate_or_edited_does_not_count() throws Exception {
        var request = at.opened();
        var approval = "/foldline approve " + forge.head(request.branch);
        frozen("ship");
        var now = Instant.now();
        forge.comment("me", approval, now.minusSeconds(3600), now.minusSeconds(3600))
                .comment("other", approval, now.plusSeconds(60), now.plusSeconds(120));
        at.synced(3);
        assertThat(isFrozen()).isTrue();
        assertThat(logged())
                .contains(
                        "by me, which does not count: it was written before the gate opened",
                        "by other, which does not count: it was edited");
        forge.comment("me", approval);
        at.synced(3);
        assertThat(isFrozen()).isFalse();
    }

    @Thorough
    @Test
    void a_rejection_without_a_gate_is_a_remark_and_an_order_is_never_an_answer() throws Exception {
        at.opened();
        frozen("ship");
        for (var order : PromptInjections.ALL) forge.comment("me", order);
        at.synced(3);
        assertThat(isFrozen()).isTrue();
        assertThat(place.foldline("approve", "ship").exit()).isZero();
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(at.prompts("fixer")).hasSize(1);
        forge.comment("me", "/foldline reject because the NAME is wrong");
        at.synced(3);
        assertThat(at.prompts("fixer")).hasSize(2);
        assertThat(at.prompts("fixer").getLast()).contains("the NAME is wrong");
    }

    /** The text of an issue is the task, and only the task. */
    @Thorough
    @Test
    void an_issue_that_gives_orders_changes_nothing_that_the_engine_decides() throws Exception {
        forge.issue(
                12,
                "open",
                PromptInjections.ALL.getFirst(),
                String.join("\n", PromptInjections.ALL));
        for (var order : PromptInjections.ALL)
            forge.comment("me", order).comment("stranger", order);
        var started = place.foldline("run", "--issue", "12", "--pr");
        assertThat(started.exit()).as(started.all()).isEqualTo(3);
        place.git("switch", "-q", "main");
        var other = place.foldline("run", "Add work");
        var tree = JsonMapper.shared();
        var runs = place.runs().newestFirst();
        assertThat(runs.size()).as(other.all()).isEqualTo(2);
        for (var field : List.of("budget", "gates", "workflow", "sandbox")) {
            var ofIssue = tree.readTree(status(runs.get(1).id().text()));
            // Only a run with a pull request resolves conflicts.
            assertThat(ofIssue.path(field).toString().replaceFirst(",\"resolve\":\\{[^}]*}", ""))
                    .as(field)
                    .isEqualTo(
                            tree.readTree(status(runs.get(0).id().text())).path(field).toString());
        }
        assertThat(at.request().branch).startsWith("foldline/").doesNotContain(" ");
        assertThat(forge.seen)
                .as("nothing but the pull request is written")
                .filteredOn(each -> !each.method().equals("GET"))
                .singleElement()
                .satisfies(each -> assertThat(each.path()).endsWith("/pulls"));
    }

    private String status(String run) {
        return place.foldline("status", run, "--json").out();
    }
}
