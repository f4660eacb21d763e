package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.Repository;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Status;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.forge.ForgeAccess;
import dev.foldline.effects.forge.GitHubForge;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The adapter against a server that answers as the documented interface does. */
class GitHubForgeTest {
    @TempDir Path folder;
    private FakeForge server;
    private Optional<String> token = Optional.of(FakeForge.TOKEN);

    @BeforeEach
    void host() throws Exception {
        var repository = Repository.withOneCommit(folder.resolve("repo"));
        Repository.git(repository, "switch", "-q", "-c", "work");
        Repository.git(repository, "commit", "-q", "--allow-empty", "-m", "work");
        server = new FakeForge(repository.resolve(".git"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Forge forge(String repository) {
        return new GitHubForge(
                new ForgeAccess(URI.create(server.address()), repository, "origin", () -> token));
    }

    private long opened() throws Exception {
        return forge("me/shop").open(draft("work")).number();
    }

    private static Forge.Draft draft(String branch) {
        return new Forge.Draft(branch, Optional.empty(), "Work", "text <!-- mark -->");
    }

    @Test
    void lists_are_read_to_their_last_page_and_unchanged_answers_are_not_sent_again()
            throws Exception {
        server.perPage = 2;
        opened();
        for (int i = 0; i < 5; i++) server.comment("me", "remark " + i);
        var forge = forge("me/shop");
        assertThat(forge.observe(1).items())
                .extracting(Forge.Item::text)
                .containsExactly("remark 0", "remark 1", "remark 2", "remark 3", "remark 4");
        assertThat(server.notModified).isZero();
        assertThat(forge.observe(1).items()).hasSize(5);
        assertThat(server.notModified).isGreaterThan(5);
    }

    @Test
    void the_log_of_the_failed_step_is_read_without_the_token_and_cut() throws Exception {
        opened();
        server.check(
                "huge",
                "work",
                "failure",
                "##[group]Run one\n" + "x".repeat(10_000_000) + "\n##[error]the end\nlater\n");
        var seen = forge("me/shop").observe(1);
        assertThat(seen.checks()).isEqualTo(Checks.FAILED);
        assertThat(seen.items())
                .singleElement()
                .satisfies(
                        item -> {
                            assertThat(item.text()).hasSizeLessThan(20_100).endsWith("the end");
                            assertThat(item.title())
                                    .isEqualTo(
                                            "The check huge ended with failure in the step Test");
                        });
    }

    @Test
    void only_accounts_that_may_write_are_heard() throws Exception {
        opened();
        server.writers = Set.of("me", "friend");
        server.comment("friend", "yes")
                .comment("stranger", "no")
                .comment("me", "")
                .review("stranger", "CHANGES_REQUESTED", "no")
                .review("friend", "CHANGES_REQUESTED", "yes")
                .review("friend", "APPROVED", "fine")
                .line("stranger", "a.txt", 1, "no")
                .comment("me", "<!-- foldline:x --> ours");
        assertThat(forge("me/shop").observe(1).items())
                .extracting(Forge.Item::text)
                .containsExactly("yes", "yes");
    }

    @Test
    void an_existing_request_is_found_by_its_branch_and_an_ended_one_by_its_mark()
            throws Exception {
        var forge = forge("me/shop");
        assertThat(forge.find("work", "<!-- mark -->")).isEmpty();
        opened();
        assertThat(forge.find("work", "another")).isPresent();
        server.merge(1);
        assertThat(forge.find("work", "another")).isEmpty();
        assertThat(forge.find("work", "<!-- mark -->")).isPresent();
        assertThat(forge.observe(1).status()).isEqualTo(Status.MERGED);
    }

    /** Bad input and bad answers: each is an error with its reason, and nothing is opened. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a token that was revoked | GET | /pulls | 401 | 401: disturbed",
                "a token without the right to write | POST | /pulls | 403 | 403: disturbed",
                "a repository that is gone or private | GET | /pulls | 404 | 404: disturbed",
                "a renamed repository | GET | /pulls | 301 | 301: disturbed",
                "a blocked repository | GET | /pulls | 451 | 451: disturbed",
                "a proxy that wants a login | GET | /pulls | 407 | 407: disturbed",
                "a request that is too large | POST | /pulls | 413 | 413: disturbed",
                "an interface that is too old | POST | /pulls | 410 | 410: disturbed",
            })
    void a_refusal_is_reported_with_its_reason(
            String what, String method, String path, int status, String message) {
        server.disturb(method, path, status, Map.of(), false);
        assertThatThrownBy(
                        () -> {
                            forge("me/shop").find("work", "mark");
                            forge("me/shop").open(draft("work"));
                        })
                .as(what)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message)
                .message()
                .doesNotContain(FakeForge.TOKEN);
        assertThat(server.requests).isEmpty();
    }

    @Test
    void a_branch_that_is_missing_or_has_no_commits_is_refused_with_the_forges_reason() {
        assertThatThrownBy(() -> forge("me/shop").open(draft("gone")))
                .hasMessage("the pull request was refused: head is invalid");
        assertThatThrownBy(() -> forge("me/shop").open(draft("main")))
                .hasMessageContaining("No commits between main and main");
        assertThatThrownBy(() -> forge("me/other").open(draft("work")))
                .hasMessageContaining("404: Not Found");
        token = Optional.empty();
        assertThatThrownBy(() -> forge("me/shop").find("work", "mark"))
                .hasMessageContaining("there is no token");
        assertThat(server.seen).noneMatch(each -> each.token().equals("Bearer "));
    }

    @ParameterizedTest
    @CsvSource({
        "https://github.com/me/shop.git,github.com,me/shop,https://api.github.com",
        "https://github.com/me/shop,github.com,me/shop,https://api.github.com",
        "https://user@github.com/me/shop.git/,github.com,me/shop,https://api.github.com",
        "git@github.com:me/shop.git,github.com,me/shop,https://api.github.com",
        "ssh://git@github.com/me/shop.git,github.com,me/shop,https://api.github.com",
        "ssh://git@git.example.org:2222/me/s.h-o_p,git.example.org,me/s.h-o_p,https://git.example.org/api/v3",
        "github.com:me/shop,github.com,me/shop,https://api.github.com",
    })
    void the_address_of_a_remote_names_the_repository(
            String address, String host, String repository, String api) {
        assertThat(RemoteAddress.parse(address)).contains(new RemoteAddress(host, repository));
        assertThat(RemoteAddress.parse(address).get().api()).isEqualTo(api);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/srv/shop.git",
                "../shop",
                "file:///srv/shop.git",
                "https://github.com/",
                "https://github.com/me",
                "https://github.com/me/shop/tree/main",
                "git@github.com:shop.git",
                "C:\\shop",
                "https:///me/shop",
            })
    void an_address_that_names_no_owner_is_no_forge(String address) {
        assertThat(RemoteAddress.parse(address)).isEmpty();
    }
}
