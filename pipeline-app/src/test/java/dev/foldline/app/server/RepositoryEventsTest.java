package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.AgentScripts;
import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The stream of all runs of a repository. */
class RepositoryEventsTest {
    @TempDir Path folder;

    /** A message with its position. */
    record Message(String id, JsonNode data) {
        boolean isStatus(String run, String status) {
            return type().equals("run_status")
                    && run().equals(run)
                    && data.at("/data/status").asString().equals(status);
        }

        String type() {
            return data.get("type").asString();
        }

        String run() {
            return data.path("run").asString(data.path("workflowId").asString(""));
        }
    }

    /** A client of a server in any process. */
    static final class Client implements AutoCloseable {
        private final HttpClient http = HttpClient.newHttpClient();
        private final BufferedReader lines;

        /** The position that the server names before the first message. */
        final String start;

        Client(String server, String token, String query, String lastId) throws Exception {
            var request =
                    HttpRequest.newBuilder(URI.create(server + "/api/events" + query))
                            .header("Authorization", "Bearer " + token);
            if (!lastId.isEmpty()) request.header("Last-Event-ID", lastId);
            var answer = http.send(request.build(), BodyHandlers.ofInputStream());
            assertThat(answer.statusCode()).isEqualTo(200);
            lines =
                    new BufferedReader(
                            new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
            lines.readLine();
            start = lines.readLine().substring("id: ".length());
        }

        List<Message> until(Predicate<Message> isLast) throws IOException {
            var messages = new ArrayList<Message>();
            var id = "";
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("id: ")) id = line.substring("id: ".length());
                if (!line.startsWith("data: ")) continue;
                var data = JsonMapper.shared().readTree(line.substring("data: ".length()));
                messages.add(new Message(id, data));
                if (isLast.test(messages.getLast())) return messages;
            }
            throw new AssertionError("the stream ended after " + messages);
        }

        /** What it receives until the server ends the stream. */
        List<String> end() throws IOException {
            return lines.lines()
                    .takeWhile(line -> !line.equals("event: bye"))
                    .filter(line -> line.startsWith("data: "))
                    .toList();
        }

        @Override
        public void close() {
            http.shutdownNow();
        }
    }

    private static Client client(JsonNode server, String lastId) throws Exception {
        return new Client(server.get("url").asString(), server.get("token").asString(), "", lastId);
    }

    @Test
    void a_client_receives_the_types_that_it_asks_for_of_runs_and_their_gates() throws Exception {
        var place = CliFixture.ready(folder).agent(AgentScripts.HELPFUL);
        place.foldline("run", "--worktree", "--gate", "planning", "An earlier run");
        try (var served = TestServer.at(place);
                var client = client(served, "?types=gate_opened,gate_approved,gate_rejected", "")) {
            assertThat(place.foldline("approve").exit()).isZero();
            assertThat(place.foldline("run", "--worktree", "--gate", "planning", "Add work").exit())
                    .isEqualTo(3);
            assertThat(place.foldline("reject", "planning", "-m", "no").exit()).isZero();
            var messages = client.until(each -> each.type().equals("gate_rejected"));
            assertThat(messages.stream().map(Message::type))
                    .containsExactly("gate_approved", "gate_opened", "gate_rejected");
            assertThat(messages.stream().map(Message::run).distinct()).hasSize(2);
            assertThat(messages.get(1).data().at("/data/gate").asString()).isEqualTo("planning");

            assertThat(served.get("/api/events?types=gates").error())
                    .startsWith("types must be of run_event, ")
                    .endsWith("not gates");
            assertThat(served.get("/api/events?after=another-1").error())
                    .isEqualTo("no message is called another-1");
        }
    }

    @Test
    void a_client_that_returns_to_another_server_receives_what_happened_meanwhile()
            throws Exception {
        var place = CliFixture.ready(folder).agent(AgentScripts.HELPFUL);
        place.foldline("run", "--worktree", "--gate", "planning", "Add work");
        Predicate<Message> isFrozen =
                each ->
                        each.type().equals("gate_opened")
                                && each.data().at("/data/gate").asString().equals("later");
        List<Message> first;
        String start;
        try (var served = TestServer.at(place);
                var client = client(served, "", "")) {
            start = client.start;
            assertThat(place.foldline("approve").exit()).isZero();
            first = client.until(each -> each.type().equals("gate_approved"));
        }
        assertThat(place.foldline("freeze", "later", "-m", "look").exit()).isZero();
        try (var served = TestServer.at(place);
                var all = client(served, "", start);
                var client = client(served, "", first.getLast().id())) {
            var messages = all.until(isFrozen);
            assertThat(messages.subList(0, first.size())).isEqualTo(first);
            assertThat(client.until(isFrozen))
                    .isEqualTo(messages.subList(first.size(), messages.size()));
            assertThat(messages.stream().filter(each -> each.type().equals("gate_approved")))
                    .hasSize(1);
            assertThat(messages.stream().map(Message::id)).doesNotHaveDuplicates();
        }
    }

    @Test
    void a_run_whose_log_cannot_be_read_does_not_end_the_stream_of_the_others() throws Exception {
        var place = CliFixture.ready(folder).agent(AgentScripts.HELPFUL);
        place.foldline("run", "--worktree", "--gate", "planning", "Unreadable from the start");
        makeUnreadable(place);
        Predicate<Message> isOpened = each -> each.type().equals("gate_opened");
        String start;
        Message opened;
        try (var served = TestServer.at(place);
                var client = client(served, "", "")) {
            start = client.start;
            place.foldline("run", "--worktree", "--gate", "planning", "Unreadable later");
            client.until(isOpened);
            makeUnreadable(place);
            place.foldline("run", "--worktree", "--gate", "planning", "Readable");
            opened = client.until(isOpened).getLast();
        }
        try (var served = TestServer.at(place);
                var client = client(served, "", start)) {
            assertThat(client.until(isOpened).getLast()).isEqualTo(opened);
        }
    }

    private static void makeUnreadable(CliFixture place) throws IOException {
        for (var log : logs(place)) {
            if (Files.isDirectory(log)) continue;
            Files.delete(log);
            Files.createDirectory(log);
        }
    }

    private static List<Path> logs(CliFixture place) throws IOException {
        try (var files = Files.walk(place.root.resolve(".git/foldline"))) {
            return files.filter(file -> file.endsWith("events.jsonl")).toList();
        }
    }

    @Test
    void deleting_the_order_of_a_running_server_starts_another_without_what_was_sent()
            throws Exception {
        var place = CliFixture.ready(folder).agent(AgentScripts.HELPFUL);
        try (var served = TestServer.at(place);
                var client = client(served, "", "")) {
            place.foldline("run", "--worktree", "--gate", "planning", "Earlier");
            var earlier =
                    client.until(each -> each.data().toString().contains("waiting_for")).getLast();
            Files.delete(place.root.resolve(".git/foldline/event-order"));
            assertThat(served.get("/api/events?after=" + earlier.id()).error())
                    .isEqualTo("no message is called " + earlier.id());
            assertThat(client.end()).as("sent to the connected client").isEmpty();
            try (var next = client(served, "", "0")) {
                place.foldline("run", "--worktree", "--gate", "planning", "Later");
                var messages = next.until(each -> each.type().equals("gate_opened"));
                assertThat(messages).noneMatch(each -> each.run().equals(earlier.run()));
            }
        }
    }

    private static Client client(TestServer served, String query, String lastId) throws Exception {
        return new Client(served.at("").toString(), TestServer.TOKEN, query, lastId);
    }
}
