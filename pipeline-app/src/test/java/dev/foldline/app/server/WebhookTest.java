package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.webhook.WebhookDeliveries;
import dev.foldline.app.webhook.WebhookKey;
import dev.foldline.app.webhook.WebhookReceiver;
import dev.foldline.effects.forge.ForgeKind;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Deliveries of a forge to a server, and what each of them leads to. */
class WebhookTest {
    private static final String AT = "/webhooks/forge";
    private static final String SECRET = "a-secret-of-the-tests-only";
    private static final int TOO_LONG = (1 << 20) + 1;
    private static final int MUCH_TOO_LONG = 10 << 20;

    @TempDir Path folder;
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final AtomicInteger wakeups = new AtomicInteger();
    private TestServer served;

    private TestServer receiving(ForgeKind kind) throws Exception {
        var webhook = new WebhookReceiver(new WebhookKey(kind, SECRET), "me/shop");
        webhook.addListener(wakeups::incrementAndGet);
        return TestServer.receiving(CliFixture.ready(folder), webhook, lines);
    }

    private TestServer.Response deliver(ForgeKind kind, String secret, String body) {
        return served.send(
                WebhookDeliveries.signed(
                        HttpRequest.newBuilder(served.at(AT)), kind, secret, body));
    }

    @Test
    void each_of_several_repositories_has_a_webhook_of_its_own() throws Exception {
        served = TestServer.together(Vector.of(mount("a"), mount("b")), lines);
        var delivery = WebhookDeliveries.about(ForgeKind.GITHUB, "me/b");
        assertThat(at("/r/b" + AT, "secret-of-the-repository-b", delivery)).isEqualTo(202);
        assertThat(wakeups).hasValue(1);
        assertThat(at("/r/b" + AT, "secret-of-the-repository-a", delivery)).isEqualTo(401);
        assertThat(at("/r/c" + AT, "secret-of-the-repository-b", delivery)).isEqualTo(401);
        var root =
                served.send(
                        WebhookDeliveries.signed(
                                HttpRequest.newBuilder(served.at(AT)),
                                ForgeKind.GITHUB,
                                "secret-of-the-repository-b",
                                delivery));
        assertThat(root.status()).isEqualTo(404);
        assertThat(root.error()).contains("at /r/NAME" + AT).doesNotContain("webhook_key");
        assertThat(wakeups).hasValue(1);
    }

    private RepositoryMount mount(String name) throws Exception {
        var place = CliFixture.ready(folder.resolve(name));
        var key = new WebhookKey(ForgeKind.GITHUB, "secret-of-the-repository-" + name);
        var webhook = new WebhookReceiver(key, "me/" + name);
        webhook.addListener(wakeups::incrementAndGet);
        return new RepositoryMount(
                        Option.of(name),
                        Workspace.open(place.root, place.environment),
                        RunObserver.NONE)
                .receiving(Option.of(webhook));
    }

    private int at(String path, String secret, String body) {
        var request = HttpRequest.newBuilder(served.at(path));
        return served.send(WebhookDeliveries.signed(request, ForgeKind.GITHUB, secret, body))
                .status();
    }

    /** The table: a delivery, its answer, and how often what polls is woken. */
    @ParameterizedTest
    @EnumSource
    void a_signed_delivery_about_the_repository_wakes_what_polls_and_no_other_does(ForgeKind kind)
            throws Exception {
        var ours = WebhookDeliveries.about(kind, "me/shop");
        served = receiving(kind);
        assertAnswer(deliver(kind, SECRET, ours), 202, true, 1);
        assertAnswer(deliver(kind, SECRET, ours), 202, true, 2);
        assertAnswer(deliver(kind, SECRET, WebhookDeliveries.about(kind, "ME/Shop")), 202, true, 3);
        assertAnswer(deliver(kind, SECRET, "{\"event\":\"unknown\"}"), 202, true, 4);
        assertAnswer(deliver(kind, SECRET, "{\"repository\":7,\"project\":[]}"), 202, true, 5);
        assertAnswer(
                deliver(kind, SECRET, WebhookDeliveries.about(kind, "me/other")), 202, false, 5);
        for (var malformed : List.of("", "no JSON", "[]", "payload=%7B%7D", ours + ours))
            assertAnswer(deliver(kind, SECRET, malformed), 400, false, 5);
        assertAnswer(deliver(kind, "another-secret-of-nobody", ours), 401, false, 5);
        for (var other : ForgeKind.values())
            if (other != kind) assertAnswer(deliver(other, SECRET, ours), 401, false, 5);
        assertAnswer(
                served.send(
                        HttpRequest.newBuilder(served.at(AT)).POST(BodyPublishers.ofString(ours))),
                401,
                false,
                5);
        assertAnswer(served.post(AT, ours), 401, false, 5);
        assertAnswer(deliver(kind, SECRET, "x".repeat(TOO_LONG)), 413, false, 5);
        assertCutOff(kind);
        assertAnswer(served.send(HttpRequest.newBuilder(served.at(AT))), 405, false, 5);
        assertAnswer(deliver(kind, SECRET, ours), 202, true, 6);
        assertRefusalsAreLogged();
    }

    private void assertAnswer(
            TestServer.Response answer, int status, boolean isAccepted, int woken) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        if (status == 202)
            assertThat(answer.json().get("accepted").asBoolean()).isEqualTo(isAccepted);
        else assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(wakeups).hasValue(woken);
    }

    /** The server does not read on: the client may lose the answer. */
    private void assertCutOff(ForgeKind kind) {
        try {
            assertThat(deliver(kind, SECRET, "x".repeat(MUCH_TOO_LONG)).status()).isEqualTo(413);
        } catch (UncheckedIOException closed) {
            assertThat(closed).hasCauseInstanceOf(IOException.class);
        }
        assertThat(wakeups).hasValue(5);
    }

    private void assertRefusalsAreLogged() {
        var refused = new ArrayList<String>();
        for (var line : lines) if (line.contains("\"event\":\"refused\"")) refused.add(line);
        assertThat(refused)
                .hasSize(5 + 1 + 2 + 2 + 2)
                .allMatch(line -> line.contains(AT) && line.contains("\"peer\":\"127.0.0.1\""));
        assertThat(String.join("\n", lines))
                .contains("is not authenticated by the webhook's secret")
                .doesNotContain(SECRET, "another-secret-of-nobody");
    }

    /** Their bodies are read before it is known that they are authentic. */
    @Test
    void of_many_slow_deliveries_only_a_few_are_read_at_once() throws Exception {
        served = receiving(ForgeKind.GITHUB);
        var ours = WebhookDeliveries.about(ForgeKind.GITHUB, "me/shop");
        var slow = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 8; i++) {
                slow.add(new Socket(InetAddress.getLoopbackAddress(), served.port()));
                var head = "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 9\r\n\r\n";
                slow.getLast()
                        .getOutputStream()
                        .write(head.formatted(AT, served.port()).getBytes(UTF_8));
            }
            untilStatus(503, ours);
        } finally {
            for (var each : slow) each.close();
        }
        untilStatus(202, ours);
    }

    private void untilStatus(int status, String body) throws Exception {
        var attempts = new AtomicInteger();
        CliFixture.until(
                "the status " + status,
                () -> deliver(ForgeKind.GITHUB, SECRET, body).status() == status,
                () -> attempts.incrementAndGet() < 250);
    }

    @Test
    void a_tunnel_s_own_address_and_a_login_do_not_matter() throws Exception {
        served = receiving(ForgeKind.GITHUB);
        var answer =
                served.send(
                        WebhookDeliveries.signed(
                                HttpRequest.newBuilder(served.at(AT))
                                        .header("Origin", "https://hooks.example.org")
                                        .header("Cookie", "foldline-1=nothing"),
                                ForgeKind.GITHUB,
                                SECRET,
                                WebhookDeliveries.about(ForgeKind.GITHUB, "me/shop")));
        assertAnswer(answer, 202, true, 1);
    }

    @Test
    void a_server_without_a_secret_takes_no_delivery() throws Exception {
        served = TestServer.at(CliFixture.ready(folder));
        var answer =
                deliver(
                        ForgeKind.GITHUB,
                        SECRET,
                        WebhookDeliveries.about(ForgeKind.GITHUB, "me/shop"));
        assertAnswer(answer, 404, false, 0);
        assertThat(answer.error()).contains("forge.webhook_key");
    }

    @AfterEach
    void the_server_closes() throws Exception {
        served.close();
    }
}
