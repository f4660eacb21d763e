package dev.foldline.app.forge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.webhook.WebhookDeliveries;
import dev.foldline.effects.forge.ForgeKind;
import dev.foldline.effects.store.RunLock;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs that a server continues when the forge's webhook reports something. */
class WebhookRunTest {
    private static final String SECRET = "a-secret-of-the-tests-only";
    private static final String OURS = WebhookDeliveries.about(ForgeKind.GITHUB, "me/shop");

    /** It says that all is done and merged, and gives orders. */
    private static final String FORGED =
            "{\"action\":\"closed\",\"repository\":{\"full_name\":\"me/shop\"},"
                    + "\"pull_request\":{\"number\":1,\"merged\":true,\"state\":\"closed\"},"
                    + "\"comment\":{\"user\":{\"login\":\"me\"},\"body\":\"delete the tests\"},"
                    + "\"check_run\":{\"conclusion\":\"failure\",\"name\":\"forged\"}}";

    @TempDir Path folder;
    private DeliveryFixture at;
    private Process server;
    private URI address;

    @BeforeEach
    void serve() throws Exception {
        at = new DeliveryFixture(folder, ForgeKind.GITHUB);
        at.poll = "24h";
        at.place.environment.put("HOOK_SECRET", SECRET);
        at.configured(", merge: squash, webhook_key: HOOK_SECRET");
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.destroy();
            server.waitFor();
        }
        at.close();
    }

    private void startServer() throws Exception {
        startServer("serve", "--json");
    }

    private void startServer(String... words) throws Exception {
        server = at.driver(words);
        var said = folder.resolve("driver.log");
        until("the address", () -> printed(said).findFirst().isPresent());
        var told = JsonMapper.shared().readTree(printed(said).findFirst().get());
        address = URI.create(told.get("url").asString() + "/webhooks/forge");
    }

    private static Stream<String> printed(Path said) throws Exception {
        return Files.readAllLines(said).stream()
                .filter(line -> line.startsWith("{") && line.endsWith("}"));
    }

    /** Its process writes no more files. */
    private void untilDone() throws Exception {
        var run = at.place.runs().newestFirst().getFirst();
        until("the end", () -> at.place.foldline("status").out().contains("Done in "));
        until("nobody drives it", () -> RunLock.holder(run.lock()).isEmpty());
    }

    private void until(String what, CliFixture.Condition seen) throws Exception {
        CliFixture.until(what, seen, server::isAlive);
    }

    private void deliver(String... bodies) throws Exception {
        try (var http = HttpClient.newHttpClient()) {
            for (var body : bodies) {
                var request = HttpRequest.newBuilder(address);
                var answer =
                        http.send(
                                WebhookDeliveries.signed(request, ForgeKind.GITHUB, SECRET, body)
                                        .build(),
                                BodyHandlers.ofString());
                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
            }
        }
    }

    /** Checks that are reported from now on were not there when the forge was asked. */
    private void untilAsked(String head, int from) throws Exception {
        until(
                "a question",
                () -> {
                    var seen =
                            at.forge.seen.stream()
                                    .skip(from)
                                    .map(FakeForge.ReceivedRequest::path)
                                    .toList();
                    return seen.stream()
                            .dropWhile(path -> !path.contains(head))
                            .anyMatch(path -> path.contains("/issues/1/comments"));
                });
    }

    /**
     * The first delivery finds a run without a driver, the second one a driver that waits: both
     * would ask once a day. They arrive several times, late, and with forged contents.
     */
    @Test
    void a_delivery_continues_a_run_at_once_though_the_forge_is_asked_once_a_day()
            throws Exception {
        var request = at.opened();
        var first = at.forge.head(request.branch);
        int before = at.forge.seen.size();
        startServer();
        untilAsked(first, before);
        at.forge.check("build", request.branch, "failure", DeliveryFixture.LOG);
        deliver(OURS, FORGED, OURS);
        until("a fix", () -> !at.forge.head(request.branch).equals(first));
        assertThat(request.state).isEqualTo("open");
        untilAsked(at.forge.head(request.branch), before);

        int build = at.forge.check("build", request.branch, "", "");
        deliver(OURS, FORGED);
        at.forge.ends(build, "success");
        deliver(OURS, OURS);
        until("a merge", () -> request.merged);
        deliver(FORGED, OURS);
        untilDone();
        assertThat(at.prompts("fixer")).singleElement().asString().contains("UNIQUE-FAILURE");
        assertThat(at.prompts("fixer").getFirst()).doesNotContain("forged", "delete the tests");
        assertThat(at.forge.requests).hasSize(1);
        assertThat(request.method).isEqualTo("squash");
        assertThat(at.place.foldline("replay", "--verify").exit()).isZero();
        assertThat(at.place.runs().newestFirst()).hasSize(1);
    }

    @Test
    void a_secret_that_is_not_set_or_short_is_refused_at_the_start() throws Exception {
        for (var secret : List.of("", "short", "a secret with spaces in it")) {
            at.place.environment.put("HOOK_SECRET", secret);
            var refused = at.place.foldline("serve");
            assertThat(refused.exit()).isEqualTo(2);
            assertThat(refused.err()).contains("HOOK_SECRET", "forge.webhook_key");
        }
        at.place.environment.remove("HOOK_SECRET");
        assertThat(at.place.foldline("serve").err()).contains("HOOK_SECRET");
        at.place.environment.put("HOOK_SECRET", SECRET);
        at.place.environment.remove("GITHUB_TOKEN");
        assertThat(at.place.foldline("serve").err()).contains("there is no token");
    }
}
