package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.Repository;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.forge.Forge.Written;
import dev.foldline.effects.forge.ForgeAccess;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.forge.NoSuchIssue;
import dev.foldline.effects.forge.Preparation;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What each adapter promises, against a server that answers as its documentation describes. */
class ForgeContractTest {
    @TempDir Path folder;
    private final List<FakeForge> servers = new ArrayList<>();
    private Path bare;
    private Optional<String> token = Optional.of(FakeForge.TOKEN);

    @BeforeEach
    void repository() throws Exception {
        var repository = Repository.withOneCommit(folder.resolve("repo"));
        Repository.git(repository, "switch", "-q", "-c", "work");
        Repository.git(repository, "commit", "-q", "--allow-empty", "-m", "work");
        bare = repository.resolve(".git");
    }

    @AfterEach
    void stop() {
        servers.forEach(FakeForge::close);
    }

    private FakeForge server(ForgeKind kind) throws IOException {
        var server = FakeForges.of(kind, bare);
        servers.add(server);
        return server;
    }

    private Forge forge(ForgeKind kind, FakeForge server) {
        return forge(kind, server, FakeForges.repository(kind));
    }

    private Forge forge(ForgeKind kind, FakeForge server, String repository) {
        return forge(kind, server, repository, Preparation.NONE);
    }

    private Forge forge(ForgeKind kind, FakeForge server, String repository, Preparation wanted) {
        return Forge.of(
                new ForgeAccess(
                        kind,
                        URI.create(server.address()),
                        repository,
                        "origin",
                        wanted,
                        () -> token));
    }

    private static Forge.Draft draft(String branch) {
        return new Forge.Draft(branch, Optional.empty(), "Work", "text <!-- mark -->\n", false);
    }

    @ParameterizedTest
    @EnumSource
    void lists_are_read_to_their_last_page_and_unchanged_answers_are_not_sent_again(ForgeKind kind)
            throws Exception {
        var server = server(kind);
        server.perPage = 2;
        var forge = forge(kind, server);
        forge.open(draft("work"));
        for (int i = 0; i < 5; i++) server.comment("me", "remark " + i);
        assertThat(forge.observe(1).items())
                .extracting(Forge.Item::text)
                .containsExactly("remark 0", "remark 1", "remark 2", "remark 3", "remark 4");
        assertThat(server.notModified).isZero();
        assertThat(forge.observe(1).items()).hasSize(5);
        if (server.hasEtags()) assertThat(server.notModified).isGreaterThan(4);
        assertThat(server.seen)
                .allSatisfy(each -> assertThat(each.path()).doesNotContain(FakeForge.TOKEN));
    }

    @ParameterizedTest
    @EnumSource
    void the_log_of_the_failed_step_is_read_and_cut(ForgeKind kind) throws Exception {
        var server = server(kind);
        var forge = forge(kind, server);
        forge.open(draft("work"));
        assertThat(forge.observe(1).checks()).isEqualTo(Checks.NONE);
        server.check("lint", "work", "success", "");
        assertThat(forge.observe(1).checks()).isEqualTo(Checks.PASSED);
        server.check(
                "huge",
                "work",
                "failure",
                "##[group]Run one\n" + "x".repeat(10_000_000) + "\n##[error]the end\n");
        int build = server.check("build", "work", "", "");
        assertThat(forge.observe(1).checks()).isEqualTo(Checks.PENDING);
        server.ends(build, "success");
        var seen = forge.observe(1);
        assertThat(seen.checks()).isEqualTo(Checks.FAILED);
        assertThat(seen.head()).isEqualTo(server.head("work"));
        assertThat(seen.items())
                .singleElement()
                .satisfies(
                        item -> {
                            assertThat(item.text())
                                    .hasSizeBetween(15_000, 20_100)
                                    .endsWith("the end")
                                    .doesNotContain("Cleaning up", "Getting source");
                            assertThat(item.title()).contains("huge", "failure", "Test");
                        });
    }

    @ParameterizedTest
    @EnumSource
    void a_failed_check_without_a_log_is_reported_by_its_name(ForgeKind kind) throws Exception {
        var server = server(kind);
        var forge = forge(kind, server);
        forge.open(draft("work"));
        server.check("test", "work", "failure", "");
        assertThat(forge.observe(1).items())
                .singleElement()
                .satisfies(item -> assertThat(item.title()).contains("test", "failure"));
    }

    @ParameterizedTest
    @EnumSource
    void jobs_have_the_same_names_on_the_head_of_the_base(ForgeKind kind) throws Exception {
        var server = server(kind);
        var forge = forge(kind, server);
        forge.open(draft("work"));
        assertThat(forge.failedOnBase(1)).isEmpty();
        for (var branch : List.of("main", "work")) {
            server.check("build", branch, "failure", "");
            server.check("lint", branch, "success", "");
            server.check("slow", branch, "", "");
        }
        server.check("test", "work", "failure", "");
        assertThat(forge.failedOnBase(1)).hasSize(1);
        for (var each : server.checks)
            if (each.conclusion.isEmpty()) server.ends(each.id, "success");
        assertThat(forge.observe(1).items())
                .extracting(item -> item.job().orElseThrow())
                .hasSize(2)
                .containsAll(forge.failedOnBase(1));
    }

    @ParameterizedTest
    @EnumSource
    void only_accounts_that_may_write_are_heard(ForgeKind kind) throws Exception {
        var server = server(kind);
        var forge = forge(kind, server);
        forge.open(draft("work"));
        server.writers = Set.of("me", "friend");
        server.comment("friend", "a")
                .comment("stranger", "no")
                .comment("reporter", "no")
                .comment("me", "")
                .review("stranger", "CHANGES_REQUESTED", "no")
                .review("friend", "CHANGES_REQUESTED", "b")
                .line("friend", "a.txt", 3, "c")
                .line("stranger", "a.txt", 1, "no")
                .comment("me", "<!-- foldline:x --> ours");
        var items = forge.observe(1).items();
        assertThat(items).extracting(Forge.Item::text).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(items).extracting(Forge.Item::id).doesNotHaveDuplicates();
        assertThat(items)
                .extracting(Forge.Item::title)
                .contains("A comment on a.txt line 3 of friend asks for a change")
                .allSatisfy(title -> assertThat(title).contains("friend"));
    }

    @ParameterizedTest
    @EnumSource
    void remarks_have_the_times_of_their_creation_and_of_their_latest_edit(ForgeKind kind)
            throws Exception {
        var server = server(kind);
        var forge = forge(kind, server);
        forge.open(draft("work"));
        var created = Instant.parse("2026-11-01T08:00:00Z");
        server.comment("me", "a", created, created.plusSeconds(90))
                .review("me", "CHANGES_REQUESTED", "b")
                .line("me", "a.txt", 3, "c");
        assertThat(forge.observe(1).items())
                .hasSize(3)
                .allSatisfy(item -> assertThat(item.written().created()).isPresent())
                .filteredOn(item -> item.text().equals("a"))
                .extracting(Forge.Item::written)
                .containsExactly(
                        new Written(Optional.of(created), Optional.of(created.plusSeconds(90))));
    }

    @Test
    void what_was_resolved_or_approved_asks_for_nothing() throws Exception {
        for (var kind : List.of(ForgeKind.GITLAB, ForgeKind.GITEA)) {
            var server = server(kind);
            var forge = forge(kind, server);
            forge.open(draft("work"));
            server.lines.add(new FakeForge.Remark(7, "me", "resolved", "a.txt", 1, "done"));
            assertThat(forge.observe(1).items()).as(kind.toString()).isEmpty();
        }
        for (var kind : List.of(ForgeKind.GITHUB, ForgeKind.GITEA)) {
            var server = server(kind);
            var forge = forge(kind, server);
            forge.open(draft("work"));
            server.review("me", "APPROVED", "fine").review("me", "PENDING", "not sent yet");
            assertThat(forge.observe(1).items()).as(kind.toString()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_existing_request_is_found_by_its_branch_and_an_ended_one_by_its_mark(ForgeKind kind)
            throws Exception {
        var server = server(kind);
        var forge = forge(kind, server);
        assertThat(forge.find("work", "<!-- mark -->")).isEmpty();
        var link = forge.open(draft("work"));
        assertThat(link.number()).isEqualTo(1);
        assertThat(forge.find("work", "another")).contains(link);
        assertThat(forge.find("other", "<!-- mark -->")).isEmpty();
        assertThat(forge.open(draft("work"))).isEqualTo(link);
        assertThat(server.requests).hasSize(1);
        assertThat(server.requests.getFirst().base).isEqualTo("main");
        server.requests.getFirst().state = "closed";
        assertThat(forge.observe(1).status()).isEqualTo(Status.CLOSED);
        server.merge(1);
        assertThat(forge.find("work", "another")).isEmpty();
        assertThat(forge.find("work", "<!-- mark -->")).contains(link);
        assertThat(forge.observe(1).status()).isEqualTo(Status.MERGED);
    }

    @ParameterizedTest
    @EnumSource
    void a_request_whose_answer_is_lost_is_found_again(ForgeKind kind) throws Exception {
        for (boolean after : List.of(false, true)) {
            var server = server(kind);
            server.disturb("POST", server.creation(), 502, Map.of(), after);
            assertThat(forge(kind, server).open(draft("work")).number()).isEqualTo(1);
            var dropping = server(kind);
            dropping.kills("POST", dropping.creation(), after, () -> {});
            assertThat(forge(kind, dropping).open(draft("work")).number()).isEqualTo(1);
            assertThat(server.requests).hasSize(1);
            assertThat(dropping.requests).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"GITHUB,X-RateLimit-", "GITLAB,RateLimit-", "GITEA,X-RateLimit-"})
    void a_limit_that_ends_soon_is_waited_for_and_a_long_one_is_reported(
            ForgeKind kind, String prefix) throws Exception {
        var server = server(kind);
        var forge = forge(kind, server);
        forge.open(draft("work"));
        server.disturb("GET", server.reading(1), 503, Map.of(), false)
                .disturb("GET", server.reading(1), 429, Map.of("Retry-After", "0"), false)
                .disturb(
                        "GET",
                        server.reading(1),
                        429,
                        Map.of(prefix + "Remaining", "0", prefix + "Reset", "1"),
                        false);
        assertThat(forge.observe(1).status()).isEqualTo(Status.OPEN);
        server.disturb("GET", server.reading(1), 429, Map.of("Retry-After", "9999"), false);
        assertThatThrownBy(() -> forge.observe(1))
                .hasMessage("the forge's rate limit is reached for 9999 s");
    }

    @ParameterizedTest
    @EnumSource
    void an_issue_has_its_text_and_the_remarks_of_those_who_may_write(ForgeKind kind)
            throws Exception {
        var server = server(kind);
        server.issue(12, "open", "Sell\napples", "They are red.")
                .issue(13, "closed", "No", "")
                .comment("stranger", "no")
                .comment("me", "Green, too.");
        var forge = forge(kind, server);
        var issue = forge.issue(12);
        assertThat(issue.title()).isEqualTo("Sell apples");
        assertThat(issue.body()).isEqualTo("They are red.");
        assertThat(issue.isOpen()).isTrue();
        assertThat(issue.remarks()).extracting(Forge.Item::text).containsExactly("Green, too.");
        assertThat(forge.issue(13).isOpen()).isFalse();
        assertThatThrownBy(() -> forge.issue(99)).isInstanceOf(NoSuchIssue.class);
    }

    @ParameterizedTest
    @EnumSource
    void labels_and_reviewers_are_added_once(ForgeKind kind) throws Exception {
        var server = server(kind);
        server.writers = Set.of("me", "ann", "bob");
        var wanted = new Preparation(List.of("by: foldline", "shop"), List.of("ann", "Bob"));
        var forge = forge(kind, server, FakeForges.repository(kind), wanted);
        forge.open(draft("work"));
        var request = server.requests.getFirst();
        assertThat(forge.isPrepared(1)).isFalse();
        request.labels.add("mine");
        request.reviewers.add("bob");
        server.disturb("POST", "/labels", 502, Map.of(), true);
        forge.prepare(1);
        assertThat(forge.isPrepared(1)).isTrue();
        assertThat(request.labels).containsExactly("by: foldline", "mine", "shop");
        assertThat(request.reviewers).containsExactly("ann", "bob");
        int before = server.seen.size();
        forge.prepare(1);
        assertThat(server.seen.subList(before, server.seen.size()))
                .as("what is there is not asked for again")
                .allMatch(each -> each.method().equals("GET"));
        var unknown = new Preparation(List.of(), List.of("stranger"));
        assertThatThrownBy(
                        () -> forge(kind, server, FakeForges.repository(kind), unknown).prepare(1))
                .isInstanceOf(IOException.class);
    }

    @ParameterizedTest
    @EnumSource
    void a_request_is_merged_at_the_expected_head_when_its_reviews_suffice(ForgeKind kind)
            throws Exception {
        var server = server(kind);
        server.approvals = 1;
        var forge = forge(kind, server);
        forge.open(draft("work"));
        var head = server.head("work");
        var before = forge.observe(1).mergeable();
        assertThat(forge.merge(1, head, MergeMethod.SQUASH)).isPresent();
        server.approve("me");
        assertThat(forge.observe(1).mergeable()).isPresent().isNotEqualTo(before);
        assertThat(forge.merge(1, server.head("main"), MergeMethod.SQUASH)).isPresent();
        assertThat(forge.standing(1)).isEqualTo(new Forge.Standing(head, Status.OPEN, false));
        assertThat(forge.merge(1, head, MergeMethod.SQUASH)).isEmpty();
        assertThat(server.requests.getFirst().method).isEqualTo("squash");
        assertThat(forge.standing(1).status()).isEqualTo(Status.MERGED);
        assertThat(forge.merge(1, head, MergeMethod.SQUASH)).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void a_draft_is_opened_and_marked_as_ready(ForgeKind kind) throws Exception {
        var server = server(kind);
        var forge = forge(kind, server);
        forge.open(new Forge.Draft("work", Optional.empty(), "Work", "text", true));
        assertThat(server.isDraft(server.requests.getFirst())).isTrue();
        assertThat(forge.standing(1).isDraft()).isTrue();
        assertThat(forge.observe(1).mergeable()).isEmpty();
        forge.markReady(1);
        assertThat(forge.standing(1).isDraft()).isFalse();
        assertThat(server.requests.getFirst().title).isEqualTo("Work");
        assertThat(forge.observe(1).mergeable()).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void the_author_of_a_request_is_not_asked_for_a_review(ForgeKind kind) throws Exception {
        var server = server(kind);
        server.writers = Set.of("me", "runner");
        var wanted = new Preparation(List.of(), List.of("runner", "me"));
        var forge = forge(kind, server, FakeForges.repository(kind), wanted);
        forge.open(draft("work"));
        forge.prepare(1);
        assertThat(server.requests.getFirst().reviewers).containsExactly("me");
        assertThat(forge.isPrepared(1)).isTrue();
    }

    @Test
    void a_reviewer_who_has_answered_is_not_asked_again() throws Exception {
        for (var kind : List.of(ForgeKind.GITHUB, ForgeKind.GITEA)) {
            var server = server(kind);
            var wanted = new Preparation(List.of(), List.of("me"));
            var forge = forge(kind, server, FakeForges.repository(kind), wanted);
            forge.open(draft("work"));
            server.review("me", "APPROVED", "fine");
            assertThat(forge.isPrepared(1)).as(kind.toString()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_account_of_the_token_is_known_if_the_forge_tells_it(ForgeKind kind) throws Exception {
        var server = server(kind);
        assertThat(forge(kind, server).account()).contains("runner");
        server.account = "";
        assertThat(forge(kind, server).account()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Link | <http://[>; rel=\"next\"",
                "Link | <a b>; rel=\"next\"",
                "Location | http://[",
                "Location | mailto:me",
                "Location | /elsewhere",
            })
    void an_address_that_cannot_be_read_is_none(String header, String value) throws Exception {
        for (var kind : ForgeKind.values()) {
            var server = server(kind);
            var forge = forge(kind, server);
            forge.open(draft("work"));
            var headers = Map.of(header, value);
            server.disturb("GET", server.reading(1), 404, headers, false);
            assertThatThrownBy(() -> forge.observe(1)).isInstanceOf(IOException.class);
            server.check("huge", "work", "failure", "##[error]the end\n");
            var log = kind == ForgeKind.GITLAB ? "/trace" : "/logs";
            server.disturb("GET", log, 302, headers, false);
            assertThat(forge.observe(1).items())
                    .singleElement()
                    .satisfies(item -> assertThat(item.title()).contains("huge"));
        }
    }

    /** Bad input and bad answers: each is an error with its reason, and nothing is opened. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a token that was revoked | GET | 401 | 401: disturbed",
                "a token without the right to write | POST | 403 | 403: disturbed",
                "a repository that is gone or private | GET | 404 | 404: disturbed",
                "a renamed repository | GET | 301 | 301: disturbed",
                "a blocked repository | GET | 451 | 451: disturbed",
                "a proxy that wants a login | GET | 407 | 407: disturbed",
                "a request that is too large | POST | 413 | 413: disturbed",
                "an interface that is too old | POST | 410 | 410: disturbed",
                "data that the forge refuses | POST | 422 | refused: disturbed",
            })
    void a_refusal_is_reported_with_its_reason(
            String what, String method, int status, String message) throws Exception {
        for (var kind : ForgeKind.values()) {
            var server = server(kind);
            server.disturb(method, server.creation(), status, Map.of(), false);
            assertThatThrownBy(
                            () -> {
                                forge(kind, server).find("work", "mark");
                                forge(kind, server).open(draft("work"));
                            })
                    .as(what + " of " + kind)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(message)
                    .message()
                    .doesNotContain(FakeForge.TOKEN);
            assertThat(server.requests).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GITHUB | the pull request was refused: head is invalid",
                "GITLAB | the pull request was refused: source_branch does not exist",
                "GITEA | /repos/me/shop/pulls: the forge answered with 404: The target couldn't be"
                        + " found.; check the name of the repository and the rights of the token",
            })
    void a_missing_branch_repository_or_token_is_reported(ForgeKind kind, String gone)
            throws Exception {
        var server = server(kind);
        assertThatThrownBy(() -> forge(kind, server).open(draft("gone"))).hasMessage(gone);
        assertThatThrownBy(() -> forge(kind, server, "me/other").open(draft("work")))
                .hasMessageContaining("404");
        token = Optional.of("wrong");
        assertThatThrownBy(() -> forge(kind, server).find("work", "mark"))
                .hasMessageContaining("401: Bad credentials");
        token = Optional.empty();
        assertThatThrownBy(() -> forge(kind, server).find("work", "mark"))
                .hasMessageContaining("there is no token")
                .hasMessageContaining("set " + kind.variables().getFirst());
        assertThat(server.seen).noneMatch(each -> each.token().endsWith(" "));
    }
}
