package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Workflows that are followed over a WebSocket. */
class EventSocketTest extends ServerTestCase {
    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.ready(folder).agent(ServerWorkflows.WORK);
    }

    /** What a socket has said; a number if it was closed. */
    private static final class SocketListener implements WebSocket.Listener {
        /** There was no farewell. */
        private static final int CUT_OFF = 1006;

        private final LinkedBlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        private final StringBuilder part = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            part.append(data);
            if (last) {
                heard.add(JsonMapper.shared().readTree(part.toString()));
                part.setLength(0);
            }
            return WebSocket.Listener.super.onText(socket, data, last);
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            heard.add(status);
            return WebSocket.Listener.super.onClose(socket, status, reason);
        }

        Object next() throws InterruptedException {
            var next = heard.poll(2, TimeUnit.MINUTES);
            if (next == null) throw new AssertionError("it says nothing");
            return next;
        }

        List<JsonNode> until(String status) throws InterruptedException {
            var all = new ArrayList<JsonNode>();
            do all.add((JsonNode) next());
            while (!(all.getLast().get("type").asString().equals("status_update")
                    && all.getLast().get("data").get("status").asString().equals(status)));
            return all;
        }
    }

    private WebSocket open(String path, String token, String origin, SocketListener listening) {
        var builder = served.http.newWebSocketBuilder().header("Authorization", "Bearer " + token);
        if (!origin.isEmpty()) builder.header("Origin", origin);
        return builder.buildAsync(
                        URI.create(served.at(path).toString().replace("http:", "ws:")), listening)
                .join();
    }

    private SocketListener listening(String workflow, String query) {
        var listening = new SocketListener();
        open("/api/workflows/" + workflow + "/events/ws" + query, TestServer.TOKEN, "", listening);
        return listening;
    }

    @Test
    void S1_27_the_same_messages_arrive_as_text_frames_and_can_be_continued() throws Exception {
        var id = served.ready(CliFixture.TWO_TASKS);
        var live = listening(id, "");
        served.post("/api/workflows/" + id + "/start");
        var all = live.until("completed");
        assertThat(
                        all.stream()
                                .filter(each -> each.get("type").asString().equals("status_update"))
                                .map(each -> each.get("data").get("status").asString()))
                .containsExactly("created", "ready", "running", "merging", "completed");
        assertThat(all)
                .allSatisfy(each -> assertThat(each.get("workflowId").asString()).isEqualTo(id));
        assertThat(listening(id, "").until("completed")).isEqualTo(all);
        var stream =
                served.http.send(
                        served.request("/api/workflows/" + id + "/events").build(),
                        BodyHandlers.ofLines());
        var lines =
                stream.body()
                        .filter(line -> line.startsWith("data: ") || line.startsWith("id: "))
                        .limit(2L * all.size())
                        .toList();
        assertThat(
                        lines.stream()
                                .filter(line -> line.startsWith("data: "))
                                .map(
                                        line ->
                                                JsonMapper.shared()
                                                        .readTree(
                                                                line.substring("data: ".length()))))
                .containsExactlyElementsOf(
                        all.stream()
                                .map(
                                        each ->
                                                (JsonNode)
                                                        ((ObjectNode) each.deepCopy())
                                                                .without("id"))
                                .toList());
        assertThat(lines.stream().filter(line -> line.startsWith("id: ")))
                .as("the place is told beside it")
                .containsExactlyElementsOf(
                        all.stream().map(each -> "id: " + each.get("id").asString()).toList());
        assertThat(listening(id, "?after=" + all.get(2).get("id").asString()).until("completed"))
                .isEqualTo(all.subList(3, all.size()));
    }

    @Test
    void the_socket_closes_with_the_reason_when_the_server_ends() throws Exception {
        var id = served.created("tasks: []");
        var live = listening(id, "");
        live.until("created");
        served.service.close();
        assertThat(live.next()).isEqualTo(1001);
    }

    @Test
    void a_signed_out_client_receives_no_further_message() throws Exception {
        var id = served.created("tasks: []");
        var cookie =
                served.send(HttpRequest.newBuilder(URI.create(served.service.invitation())))
                        .header("Set-Cookie")
                        .split(";")[0];
        var live = new SocketListener();
        served.http
                .newWebSocketBuilder()
                .header("Cookie", cookie)
                .buildAsync(
                        URI.create(
                                served.at("/api/workflows/" + id + "/events/ws")
                                        .toString()
                                        .replace("http:", "ws:")),
                        live)
                .join();
        live.until("created");
        assertThat(
                        served.send(
                                        HttpRequest.newBuilder(served.at("/api/logout"))
                                                .header("Cookie", cookie)
                                                .POST(HttpRequest.BodyPublishers.noBody()))
                                .status())
                .isEqualTo(200);
        assertThat(served.post("/api/workflows/" + id + "/ready").status()).isEqualTo(200);
        assertThat(live.next()).as("no message, but its end").isEqualTo(SocketListener.CUT_OFF);
    }

    @Test
    void a_client_without_token_of_another_origin_or_with_an_unknown_path_is_refused() {
        var path = "/api/workflows/" + served.created("tasks: []") + "/events/ws";
        refused(401, () -> open(path, "wrong", "", new SocketListener()));
        refused(
                403,
                () -> open(path, TestServer.TOKEN, "http://example.org", new SocketListener()));
        refused(
                404,
                () ->
                        open(
                                "/api/workflows/rzzz/events/ws",
                                TestServer.TOKEN,
                                "",
                                new SocketListener()));
        refused(
                400,
                () -> open(path + "?after=yesterday", TestServer.TOKEN, "", new SocketListener()));
        refused(400, () -> open(path + "?after=1000", TestServer.TOKEN, "", new SocketListener()));
        assertThat(served.get(path + "?after=1000").error())
                .contains("there is no message 1000 yet");
        assertThat(served.get(path).status()).as("asked for as a page").isEqualTo(426);
    }

    private static void refused(
            int status, org.assertj.core.api.ThrowableAssert.ThrowingCallable opening) {
        assertThatThrownBy(opening)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        refused ->
                                assertThat(refused.getResponse().statusCode()).isEqualTo(status));
    }
}
