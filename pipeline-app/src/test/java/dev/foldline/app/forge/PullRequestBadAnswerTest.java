package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.forge.SpoilingProxy.SpoiledAnswer;
import dev.foldline.effects.forge.ForgeKind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Answers that no forge should send: each is reported with its reason, and changes nothing. */
class PullRequestBadAnswerTest {
    private static final String REQUEST = "/pulls/1";
    private static final String NO_DOCUMENT = "/pulls/1: the response is not an object";
    private static final String NO_JSON = "/pulls/1: the response is not JSON";

    @TempDir Path folder;
    private DeliveryFixture at;
    private SpoilingProxy between;

    /** A bad answer, and what is said about it. */
    private record Case(String what, SpoiledAnswer answer, String message) {}

    @BeforeEach
    void host() throws Exception {
        at = new DeliveryFixture(folder, ForgeKind.GITHUB);
        between = new SpoilingProxy(at.forge.address());
        at.opened();
        var configured = at.place.read("foldline.yaml");
        at.place.write("foldline.yaml", configured.replace(at.forge.address(), between.address()));
    }

    @AfterEach
    void stop() {
        between.close();
        at.close();
    }

    private static List<Case> documents() {
        return List.of(
                new Case(
                        "a page of a proxy",
                        new SpoiledAnswer(
                                REQUEST,
                                200,
                                Map.of("Content-Type", "text/html"),
                                "<html><body>Sign in</body></html>"),
                        NO_JSON),
                new Case("an empty answer", new SpoiledAnswer(REQUEST, ""), NO_DOCUMENT),
                new Case("a cut document", new SpoiledAnswer(REQUEST, "{\"state\":\"op"), NO_JSON),
                new Case("a list", new SpoiledAnswer(REQUEST, "[]"), NO_DOCUMENT),
                new Case("null", new SpoiledAnswer(REQUEST, "null"), NO_DOCUMENT),
                new Case("another document", new SpoiledAnswer(REQUEST, "{}"), "no head"),
                new Case(
                        "values of other types",
                        new SpoiledAnswer(
                                REQUEST,
                                "{\"number\":{},\"state\":7,\"head\":{\"sha\":[1]},\"merged\":\"x\"}"),
                        "no head"));
    }

    private static List<Case> refusals() {
        return List.of(
                new Case(
                        "a confirmation of nothing",
                        new SpoiledAnswer(REQUEST, 304, Map.of(), ""),
                        "the forge answered with 304"),
                new Case(
                        "a redirection to itself",
                        new SpoiledAnswer(
                                REQUEST, 302, Map.of("Location", "http://127.0.0.1:9/"), ""),
                        "the forge answered with 302; if the repository was renamed"),
                new Case(
                        "a renamed repository",
                        new SpoiledAnswer(
                                REQUEST, 301, Map.of(), "{\"message\":\"Moved Permanently\"}"),
                        "301: Moved Permanently; if the repository was renamed, set the new"
                                + " address of the git remote"),
                new Case(
                        "a repository that may not be read",
                        new SpoiledAnswer(
                                REQUEST,
                                403,
                                Map.of(),
                                "{\"message\":\"Repository was archived so is read-only.\"}"),
                        "403: Repository was archived so is read-only.; check the rights"),
                new Case(
                        "a limit until a date",
                        new SpoiledAnswer(
                                REQUEST,
                                429,
                                Map.of("Retry-After", "Fri, 01 Jan 2094 00:00:00 GMT"),
                                "{}"),
                        "the forge's rate limit is reached for"),
                new Case(
                        "a limit with numbers that are too large",
                        new SpoiledAnswer(
                                REQUEST,
                                403,
                                Map.of(
                                        "Retry-After",
                                        "99999999999999999999",
                                        "X-RateLimit-Remaining",
                                        "99999999999999999999"),
                                "{}"),
                        "the forge answered with 403"),
                new Case(
                        "reviews that are no list",
                        new SpoiledAnswer("/reviews", "{\"message\":\"no\"}"),
                        "/reviews?per_page=100: the response is not a list"),
                new Case(
                        "check runs that are no document",
                        new SpoiledAnswer("/check-runs", "[]"),
                        "the response is not an object"));
    }

    @Test
    void a_bad_answer_is_reported_once_and_changes_nothing() throws Exception {
        var events = events();
        for (var cases : List.of(documents(), refusals()))
            for (var each : cases) {
                between.spoils(each.answer());
                assertReported(each.what(), at.synced(3), each.message());
            }
        between.spoils(
                new SpoiledAnswer(
                        "/reviews",
                        "[1,\"x\",null,[],{\"id\":\"abc\",\"user\":7,\"body\":{},"
                                + "\"submitted_at\":{}},{\"id\":1e400,\"body\":\"orders\"}]"));
        assertThat(at.synced(3).err()).as("entries that are no reviews").doesNotContain("rror");
        assertThat(events()).isEqualTo(events);
        assertNoToken();
        at.forge.comment("stranger", "x".repeat(10_000_000));
        at.synced(3);
        assertThat(events()).isEqualTo(events);
        between.close();
        assertThat(at.synced(3).err())
                .contains("cannot reach the forge at ")
                .doesNotContain("null", "Exception");
        assertThat(events()).isEqualTo(events);
        assertThat(at.prompts("fixer")).isEmpty();
        assertThat(at.forge.requests).hasSize(1);
    }

    private void assertNoToken() {
        at.place.environment.remove("GITHUB_TOKEN");
        assertThat(at.synced(3).err()).contains("there is no token for the forge");
        at.place.environment.put("GITHUB_TOKEN", "wrong");
        assertThat(at.synced(3).err()).contains("401: Bad credentials");
        at.place.environment.put("GITHUB_TOKEN", FakeForge.TOKEN);
    }

    @Test
    void a_remark_that_is_listed_twice_is_one_finding() throws Exception {
        var remark =
                "{\"id\":7,\"state\":\"COMMENTED\",\"user\":{\"login\":\"me\"},\"body\":\"RENAME"
                        + " it\"}";
        between.spoils(new SpoiledAnswer("/reviews", "[" + remark + "," + remark + "]"));
        at.synced(3);
        assertThat(at.prompts("fixer"))
                .singleElement()
                .asString()
                .containsOnlyOnce("RENAME it")
                .containsOnlyOnce("A review of me");
    }

    private static void assertReported(String what, CliFixture.CommandResult told, String message) {
        assertThat(told.err())
                .as(what)
                .contains("the pull request cannot be read: ", message)
                .doesNotContain("internal error", "Exception", "\tat ", FakeForge.TOKEN);
        assertThat(told.err().lines().filter(line -> line.contains("cannot be read")))
                .as(what)
                .hasSize(1);
    }

    /** What the log says, but for the drivers that came and went. */
    private List<String> events() {
        return at.place
                .foldline("log", "--oneline")
                .out()
                .lines()
                .filter(line -> !line.contains("driver"))
                .toList();
    }
}
