package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Workflows that are followed as Server-Sent Events. */
class EventStreamTest extends ServerTestCase {
    @Override
    CliFixture prepared() throws Exception {
        return CliFixture.ready(folder).agent(ServerWorkflows.WORK);
    }

    /** One event of a stream. */
    record ReceivedEvent(String id, JsonNode data) {
        String type() {
            return data.get("type").asString();
        }

        String status() {
            return data.get("data").get("status").asString();
        }
    }

    /** A client of a stream. */
    final class Stream implements AutoCloseable {
        final HttpResponse<java.io.InputStream> answer;
        private final BufferedReader lines;

        Stream(String workflow, String lastEventId) throws Exception {
            this("workflows", workflow, lastEventId);
        }

        Stream(String kind, String id, String lastEventId) throws Exception {
            var request = served.request("/api/" + kind + "/" + id + "/events");
            if (!lastEventId.isEmpty()) request.header("Last-Event-ID", lastEventId);
            answer = served.http.send(request.build(), BodyHandlers.ofInputStream());
            lines =
                    new BufferedReader(
                            new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
        }

        /** The fields of the next event or comment. */
        List<String> block() throws IOException {
            var block = new ArrayList<String>();
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty() && !block.isEmpty()) return block;
                if (!line.isEmpty()) block.add(line);
            }
            return block;
        }

        ReceivedEvent next() throws IOException {
            while (true) {
                var block = block();
                if (block.isEmpty()) throw new AssertionError("the stream has ended");
                if (block.getFirst().startsWith("id: "))
                    return new ReceivedEvent(
                            block.getFirst().substring("id: ".length()),
                            JsonMapper.shared()
                                    .readTree(block.get(1).substring("data: ".length())));
            }
        }

        List<ReceivedEvent> until(String status) throws IOException {
            var received = new ArrayList<ReceivedEvent>();
            do received.add(next());
            while (!(received.getLast().type().equals("status_update")
                    && received.getLast().status().equals(status)));
            return received;
        }

        @Override
        public void close() throws IOException {
            answer.body().close();
        }
    }

    private String completed() throws Exception {
        var id = served.ready(CliFixture.TWO_TASKS);
        served.post("/api/workflows/" + id + "/start");
        served.awaitLeft(id);
        assertThat(served.status(id)).isEqualTo("completed");
        return id;
    }

    @Test
    void S1_25_S1_26_every_change_of_status_is_sent_once_and_in_order() throws Exception {
        var id = served.ready(CliFixture.TWO_TASKS);
        try (var stream = new Stream(id, "")) {
            assertThat(stream.answer.statusCode()).isEqualTo(200);
            assertThat(stream.answer.headers().firstValue("Content-Type").orElse(""))
                    .startsWith("text/event-stream");
            served.post("/api/workflows/" + id + "/start");
            var received = stream.until("completed");
            assertThat(
                            received.stream()
                                    .filter(each -> each.type().equals("status_update"))
                                    .map(ReceivedEvent::status))
                    .containsExactly("created", "ready", "running", "merging", "completed");
            assertThat(
                            received.stream()
                                    .filter(
                                            each ->
                                                    each.type().equals("task_status_update")
                                                            && each.data()
                                                                    .get("data")
                                                                    .get("taskId")
                                                                    .asString()
                                                                    .equals("login"))
                                    .map(ReceivedEvent::status))
                    .containsExactly("pending", "running", "completed");
            var first =
                    received.stream()
                            .filter(each -> each.type().equals("status_update"))
                            .findFirst()
                            .orElseThrow();
            assertThat(first.data())
                    .isEqualTo(
                            JsonMapper.shared()
                                    .readTree(
                                            "{\"type\":\"status_update\",\"workflowId\":\""
                                                    + id
                                                    + "\",\"data\":{\"status\":\"created\"}}"));
            var terminals =
                    received.stream()
                            .filter(each -> each.type().equals("terminal_status_update"))
                            .toList();
            assertThat(
                            terminals.stream()
                                    .filter(
                                            each ->
                                                    each.data()
                                                            .get("data")
                                                            .get("terminalId")
                                                            .asString()
                                                            .startsWith("login"))
                                    .map(ReceivedEvent::status))
                    .containsExactly("not_started", "waiting", "working", "completed");
        }
    }

    @Test
    void a_standalone_run_is_sent_event_by_event_and_continued_after_the_last_received_one()
            throws Exception {
        place.agent(AgentScripts.HELPFUL);
        assertThat(place.foldline("run", "--gate", "planning", "Add work").exit()).isEqualTo(3);
        var log =
                place.foldline("log", "@", "--json")
                        .out()
                        .lines()
                        .map(JsonMapper.shared()::readTree)
                        .toList();
        var run =
                JsonMapper.shared()
                        .readTree(place.foldline("status", "--json").out())
                        .get("run")
                        .get("id")
                        .asString();
        try (var stream = new Stream("runs", run, Integer.toString(log.size() - 2))) {
            assertThat(stream.next().id()).isEqualTo(Integer.toString(log.size() - 1));
            assertThat(stream.next().data().get("data").get("text").asString())
                    .isEqualTo("gate opened: planning, revision 1");
            place.foldline("approve");
            var answered = stream.next();
            assertThat(answered.type()).isEqualTo("run_event");
            assertThat(answered.data().get("data").get("text").asString())
                    .isEqualTo(
                            "planning approved, by "
                                    + ProcessHandle.current().info().user().orElseThrow()
                                    + " (terminal)");
        }
    }

    @Test
    void S1_30_a_client_cut_off_at_any_point_continues_without_loss_or_repetition()
            throws Exception {
        var id = completed();
        List<ReceivedEvent> all;
        try (var stream = new Stream(id, "")) {
            all = stream.until("completed");
        }
        assertThat(all.stream().map(ReceivedEvent::id)).doesNotHaveDuplicates();
        for (int seen = 1; seen < all.size(); seen++) {
            try (var stream = new Stream(id, all.get(seen - 1).id())) {
                assertThat(stream.until("completed")).isEqualTo(all.subList(seen, all.size()));
            }
        }
        assertThat(
                        served.send(
                                        served.request("/api/workflows/" + id + "/events")
                                                .header("Last-Event-ID", "the first"))
                                .status())
                .isEqualTo(400);
        var last = Long.parseLong(all.getLast().id());
        var back =
                served.http.send(
                        served.request("/api/workflows/" + id + "/events?after=" + (last + 1))
                                .header("Last-Event-ID", all.getFirst().id())
                                .build(),
                        BodyHandlers.ofInputStream());
        assertThat(back.statusCode())
                .as("what a browser that comes back says counts before the address")
                .isEqualTo(200);
        back.body().close();
        for (var kind : List.of("workflows", "runs")) {
            var beyond =
                    served.send(
                            served.request("/api/" + kind + "/" + id + "/events")
                                    .header("Last-Event-ID", Long.toString(last + 1)));
            assertThat(beyond.status()).isEqualTo(400);
            assertThat(beyond.error())
                    .isEqualTo(
                            "there is no message "
                                    + (last + 1)
                                    + " yet: the log has "
                                    + last
                                    + " events");
        }
    }

    @Test
    void S1_28_events_are_sent_only_for_the_followed_workflow() throws Exception {
        var other = served.created(ServerWorkflows.ONE_TASK);
        var id = served.created(ServerWorkflows.ONE_TASK);
        try (var stream = new Stream(id, "")) {
            served.post("/api/workflows/" + other + "/ready");
            served.post("/api/workflows/" + id + "/ready");
            assertThat(stream.until("ready"))
                    .allSatisfy(
                            each ->
                                    assertThat(each.data().get("workflowId").asString())
                                            .isEqualTo(id)
                                            .isNotEqualTo(other));
        }
    }

    @Test
    void S1_26_a_silent_stream_sends_heartbeats() throws Exception {
        served.close();
        served =
                TestServer.at(
                        place,
                        new ServerLimits(
                                ServerLimits.DEFAULT.bodyBytesMax(),
                                100,
                                Duration.ofSeconds(90),
                                Duration.ofMillis(50),
                                1000,
                                ServerLimits.DEFAULT.sessions(),
                                ServerLimits.DEFAULT.incomplete()));
        var id = served.created("tasks: []");
        try (var stream = new Stream(id, "")) {
            assertThat(stream.next().status()).isEqualTo("created");
            assertThat(stream.block()).containsExactly(": keepalive");
            assertThat(stream.block()).containsExactly(": keepalive");
        }
    }

    @Test
    void the_stream_announces_the_end_of_the_server() throws Exception {
        var id = served.created("tasks: []");
        try (var stream = new Stream(id, "")) {
            stream.next();
            served.service.close();
            assertThat(stream.block()).containsExactly("event: bye", "data: {}");
            assertThat(stream.block()).isEmpty();
        }
    }
}
