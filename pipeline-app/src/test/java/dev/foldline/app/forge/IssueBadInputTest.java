package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Issues that are no task, and texts in them that no one expects. */
class IssueBadInputTest {
    private static final String ELSEWHERE = "is not an issue number or URL";

    @TempDir Path folder;
    private DeliveryFixture at;

    @BeforeEach
    void host() throws Exception {
        at = new DeliveryFixture(folder, ForgeKind.GITHUB);
        at.forge
                .issue(12, "open", "Sell apples", "They are red.")
                .issue(13, "closed", "Sell pears", "No.");
    }

    @AfterEach
    void stop() {
        at.close();
    }

    private void assertRefused(String issue, int exit, String message) {
        var refused = at.place.foldline("run", "--issue", issue);
        assertThat(refused.exit()).as(issue + "\n" + refused.all()).isEqualTo(exit);
        assertThat(refused.err())
                .as(issue)
                .startsWith("error: ")
                .contains(message, "\n  at: ", "\n  try: ")
                .doesNotContain("internal error", "Exception", "null");
    }

    @Test
    void an_issue_that_cannot_be_the_task_starts_no_run() throws Exception {
        at.forge.requests.add(new FakeForge.Request(1, "work", "main", "Work", ""));
        for (var none :
                List.of(
                        "x",
                        "0",
                        "#",
                        "12 13",
                        "99999999999",
                        "file:///me/shop/issues/12",
                        "https://127.0.0.1@example.org/me/shop/issues/12"))
            assertRefused(none, 2, "'" + none + "' " + ELSEWHERE);
        assertRefused(
                "https://example.org/me/shop/issues/12",
                2,
                "the issue is on example.org, not on 127.0.0.1");
        assertRefused(
                "https://127.0.0.1/other/shop/issues/12",
                2,
                "the issue belongs to other/shop, but this clone is of me/shop");
        assertRefused("13", 1, "issue #13 is closed");
        assertRefused("99", 1, "there is no issue #99 in me/shop that the token can read");
        assertRefused("1", 1, "#1 is a pull request, not an issue");
        at.forge.disturb("GET", "/issues/12", 403, Map.of(), false);
        assertRefused("12", 4, "403: disturbed; check the rights of the token");
        at.forge.disturb("GET", "/issues/12", 301, Map.of(), false);
        assertRefused("12", 75, "301: disturbed; if the repository was renamed, set the new");
        at.place.environment.put("GITHUB_TOKEN", "wrong");
        assertRefused("12", 4, "401: Bad credentials; check the token");
        at.place.environment.remove("GITHUB_TOKEN");
        assertRefused("12", 4, "there is no token for the forge: set GITHUB_TOKEN");
        assertThat(at.place.runs().newestFirst()).isEmpty();
        assertThat(at.prompts("developer")).isEmpty();
    }

    /** Only a configured API makes a host other than the remote's one of the forge. */
    @Test
    void an_issue_of_github_is_not_that_of_another_host_with_the_same_number() throws Exception {
        at.place.configured("checks: []\n");
        for (var host : List.of("gitlab.example.org", "git.example.org")) {
            at.place.git("remote", "set-url", "origin", "git@" + host + ":me/shop.git");
            assertRefused(
                    "https://github.com/me/shop/issues/12",
                    2,
                    "the issue is on github.com, not on " + host);
        }
    }

    @Test
    void a_title_that_would_move_the_cursor_or_end_within_a_character_is_one_line()
            throws Exception {
        var started = start("\u001B[2Jx\u0000\u0007\u202E" + "\uD83D\uDE00".repeat(80), "One");
        assertThat(at.prompts("developer"))
                .singleElement()
                .asString()
                .contains("# [2Jx\uFFFD " + "\uD83D\uDE00".repeat(10))
                .doesNotContain("\u001B", "\u0000", "\u202E", "?");
        assertThat(started.all() + at.place.foldline("status").all()).doesNotContain("\u001B[2J");
    }

    @Test
    void any_title_and_text_becomes_a_task() throws Exception {
        start("", "Sell apples");
        assertThat(at.request().branch).isEqualTo("foldline/sell-apples");
        at.place.git("switch", "-q", "main");
        start(
                "-f ../../etc/passwd \u65E5\u672C\u8A9E " + "x".repeat(100_000),
                "\u0000\uD800 \u001B[2J" + "y".repeat(100_000));
        var branches = new ArrayList<String>();
        for (var each : at.forge.requests) branches.add(each.branch);
        assertThat(branches)
                .hasSize(2)
                .doesNotHaveDuplicates()
                .allMatch(branch -> branch.matches("foldline/[a-z0-9-]{1,80}"));
        assertThat(at.prompts("developer")).allMatch(each -> each.length() < 60_000);
    }

    private CliFixture.CommandResult start(String title, String body) {
        at.forge.issue(12, "open", title, body);
        var started = at.place.foldline("run", "--issue", "12", "--pr");
        assertThat(started.exit()).as(started.all()).isEqualTo(3);
        assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        return started;
    }
}
