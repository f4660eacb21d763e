package dev.foldline.app.notify;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Notifications of real runs, received by programs and by a server on loopback. */
class NotificationsTest {
    /** A request that the server received. */
    private record Post(String path, Map<String, List<String>> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, List.of("")).getFirst();
        }
    }

    private final ConcurrentLinkedQueue<Post> posts = new ConcurrentLinkedQueue<>();
    private final Deque<Integer> statuses = new ArrayDeque<>();

    @TempDir Path folder;
    private HttpServer server;

    @BeforeEach
    void listen() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    posts.add(
                            new Post(
                                    exchange.getRequestURI().getPath(),
                                    exchange.getRequestHeaders(),
                                    new String(
                                            exchange.getRequestBody().readAllBytes(),
                                            StandardCharsets.UTF_8)));
                    exchange.sendResponseHeaders(statuses.isEmpty() ? 200 : statuses.pop(), -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String address(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    /** A program on the path that adds its arguments and its input to a file. */
    private Path program(CliFixture place, String name) throws IOException {
        var bin = Files.createDirectories(folder.resolve("bin"));
        var log = folder.resolve(name + ".log");
        var program = bin.resolve(name);
        Files.writeString(
                program, "#!/bin/sh\n{ echo \"${0##*/} $*\"; cat; echo; } >> " + log + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        place.environment.put("PATH", bin + ":" + System.getenv("PATH"));
        return log;
    }

    @Test
    void a_gate_and_the_end_of_a_run_are_each_reported_once_on_every_channel() throws Exception {
        var place = CliFixture.ready(folder);
        place.environment.put("HOOK_KEY", "a-key-of-this-test-0123456789");
        var command = program(place, "my-notifier");
        var desktop = program(place, "notify-send");
        var mail = program(place, "sendmail");
        place.configured(
                """
                checks: []
                iterations: 1
                reviews: 0
                notify:
                  command: [my-notifier]
                  webhook: %s
                  webhook_key: HOOK_KEY
                  ntfy: %s
                  desktop: true
                  email: me@example.org
                  link: https://foldline.example.org
                """
                        .formatted(address("/hook"), address("/topic")));
        statuses.push(503);
        var waits =
                place.foldline(
                        "run", "--gate", "planning", "Add HOOK a-key-of-this-test-0123456789");
        assertThat(waits.exit()).as(waits.all()).isEqualTo(3);
        assertThat(place.foldline("resume").exit()).isEqualTo(3);
        assertThat(place.foldline("approve", "planning").exit()).isZero();
        var done = place.foldline("resume");
        assertThat(done.exit()).as(done.all()).isZero();
        for (var log : List.of(command, desktop, mail)) {
            var text = Files.readString(log);
            assertThat(text.split("Waits for you: approve planning", -1)).as(text).hasSize(2);
            assertThat(text)
                    .contains("foldline approve", "https://foldline.example.org/#/run/")
                    .doesNotContain("a-key-of-this-test");
        }
        assertThat(Files.readString(mail))
                .contains("sendmail -i -- me@example.org", "Subject: Foldline: a gate is open");
        var hooks = posts.stream().filter(post -> post.path().equals("/hook")).toList();
        var deliveries = hooks.stream().map(post -> post.header("X-foldline-delivery")).toList();
        assertThat(deliveries.stream().distinct()).hasSize(2);
        for (var hook : hooks)
            assertThat(hook.header("X-foldline-signature"))
                    .isEqualTo(
                            "sha256="
                                    + NotificationChannels.signature(
                                            "a-key-of-this-test-0123456789", hook.body()));
        assertThat(
                        hooks.stream()
                                .map(hook -> JsonMapper.shared().readTree(hook.body()))
                                .map(body -> body.path("event").asString())
                                .distinct())
                .containsExactly("gate", "completed");
        assertThat(posts.stream().filter(post -> post.path().equals("/topic")))
                .extracting(post -> post.header("Title"))
                .contains("Foldline: a gate is open", "Foldline: the run has ended");
    }

    @Test
    void a_halt_and_a_reached_budget_are_reported_and_a_broken_channel_changes_nothing()
            throws Exception {
        var place = CliFixture.ready(folder);
        place.agent("exit 1\n");
        place.configured(
                """
                checks: []
                budget: { agent_calls: 2 }
                provenance: notes
                notify: { command: "exit 7", webhook: "%s", events: [halted, budget] }
                """
                        .formatted(address("/hook")));
        var stopped = place.foldline("run", "Add work");
        assertThat(stopped.exit()).as(stopped.all()).isEqualTo(6);
        assertThat(posts)
                .hasSize(1)
                .first()
                .satisfies(
                        post ->
                                assertThat(
                                                JsonMapper.shared()
                                                        .readTree(post.body())
                                                        .path("event")
                                                        .asString())
                                        .isEqualTo("budget"));
        assertThat(stopped.err()).contains("a notification was not delivered by notify.command");
    }

    @Test
    void a_program_of_your_checkout_that_changes_during_a_run_beside_it_waits_for_a_new_driver()
            throws Exception {
        var place = CliFixture.ready(folder);
        var notified = folder.resolve("notified");
        var program =
                place.write("tools/notify", "#!/bin/sh\necho first >> '" + notified + "'\n")
                        .root
                        .resolve("tools/notify");
        place.configured(
                """
                checks: []
                iterations: 1
                reviews: 0
                notify: { command: [sh, tools/notify] }
                """);
        place.agent(
                AgentScripts.HELPFUL
                        + "[ \"$FOLDLINE_ROLE\" != planner ] || echo 'echo second >> \""
                        + notified
                        + "\"' > '"
                        + program
                        + "'\n");
        var gated = place.foldline("run", "--worktree", "--gate", "planning", "Add work");
        assertThat(gated.exit()).as(gated.all()).isEqualTo(3);
        assertThat(gated.err())
                .contains("notify.command: tools/notify has changed since the run's driver started")
                .contains("check it, then pause and resume the run");
        assertThat(notified).doesNotExist();
        assertThat(place.foldline("approve", "planning").exit()).isZero();
        var resumed = place.foldline("resume");
        assertThat(resumed.exit()).as(resumed.all()).isZero();
        assertThat(notified).hasContent("second");
    }

    @Test
    void a_trial_reports_each_channel() throws Exception {
        var place = CliFixture.ready(folder);
        var none = place.foldline("notify", "test");
        assertThat(none.exit()).isEqualTo(2);
        assertThat(none.err()).contains("no notifications are configured");
        place.configured(
                "notify: { command: \"exit 7\", webhook: \"%s\" }\n".formatted(address("/")));
        var mixed = place.foldline("notify", "test");
        assertThat(mixed.exit()).isEqualTo(1);
        assertThat(mixed.out())
                .contains(
                        "notify.command failed: it exited with 7",
                        "notify.webhook accepted the sample");
        program(place, "notify-send");
        place.configured("");
        var desktop = place.foldline("notify", "test", "--set", "notify.desktop=true", "--json");
        assertThat(desktop.exit()).as(desktop.all()).isZero();
        assertThat(
                        JsonMapper.shared()
                                .readTree(desktop.out())
                                .path("channels")
                                .path(0)
                                .path("ok")
                                .asBoolean())
                .isTrue();
    }
}
