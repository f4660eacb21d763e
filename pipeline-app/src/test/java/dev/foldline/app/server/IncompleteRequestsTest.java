package dev.foldline.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.app.command.operate.CliFixture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Requests that start and do not arrive: everybody else is answered meanwhile. */
class IncompleteRequestsTest {
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(30);
    private static final int ATTEMPTS_MAX = 3;

    @TempDir Path folder;
    private final List<Socket> sockets = new ArrayList<>();

    /** What is sent of a request before its client falls silent. */
    enum Part {
        NOTHING("", "", ""),
        HALF_A_HEAD("GET /api/workflows HTTP/1.1\r\nHost: localhost:%d\r\nAccept: */", "", ""),
        HALF_A_BODY(
                "POST /api/workflows HTTP/1.1\r\nHost: localhost:%d\r\n",
                "", "Content-Length: 100\r\n\r\nhalf"),
        HALF_A_BODY_WITH_THE_TOKEN(
                "POST /api/workflows HTTP/1.1\r\nHost: localhost:%d\r\n",
                "Authorization: Bearer " + TestServer.TOKEN + "\r\n",
                "Content-Length: 100\r\n\r\nhalf"),
        HALF_AN_MCP_CALL(
                "POST /mcp HTTP/1.1\r\nHost: localhost:%d\r\n",
                "Authorization: Bearer " + TestServer.TOKEN + "\r\n",
                "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"),
        WITHOUT_TOKEN("GET /api/workflows HTTP/1.1\r\nHost: localhost:%d\r\n", "", "\r\n");

        private final String head;
        private final String token;
        private final String rest;

        Part(String head, String token, String rest) {
            this.head = head;
            this.token = token;
            this.rest = rest;
        }

        byte[] bytes(int port) {
            return (head.formatted(port) + token + rest).getBytes(StandardCharsets.UTF_8);
        }
    }

    @AfterEach
    void hang_up() throws IOException {
        for (var socket : sockets) socket.close();
    }

    private void flood(TestServer served, Part part, int count) throws IOException {
        for (int i = 0; i < count; i++) send(served, part);
    }

    private Socket send(TestServer served, Part part) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), served.port());
        sockets.add(socket);
        try {
            socket.getOutputStream().write(part.bytes(served.port()));
        } catch (IOException closedAlready) {
            // The server has more recent ones to listen to.
        }
        return socket;
    }

    /**
     * As browsers do, a client whose connection is closed before the response sends its request
     * again: the server closes the connections that have waited longest, and on a busy machine this
     * can be one of them.
     */
    private static int answered(TestServer served) throws Exception {
        for (int attempt = 1; ; attempt++) {
            try {
                return status(served);
            } catch (HttpTimeoutException silent) {
                throw silent;
            } catch (IOException closed) {
                if (attempt == ATTEMPTS_MAX) throw closed;
            }
        }
    }

    private static int status(TestServer served) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(served.at("/api/workflows"))
                                    .header("Authorization", "Bearer " + TestServer.TOKEN)
                                    .timeout(ANSWERED_WITHIN)
                                    .build(),
                            BodyHandlers.ofString())
                    .statusCode();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"HALF_A_HEAD", "HALF_A_BODY_WITH_THE_TOKEN", "WITHOUT_TOKEN"})
    void others_are_answered_while_1100_requests_are_incomplete(Part part) throws Exception {
        try (var served = TestServer.at(CliFixture.ready(folder))) {
            flood(served, part, 1100);
            for (int i = 0; i < 5; i++) assertThat(answered(served)).isEqualTo(200);
        }
    }

    /** What is sent at once, and what then comes byte by byte, without end. */
    enum Trickle {
        HEAD("GET /api/workflows HTTP/1.1\r\nHost: localhost:%1$d\r\nX-Slow: ", 1),
        BODY(
                "POST /api/workflows HTTP/1.1\r\nHost: localhost:%1$d\r\nAuthorization: Bearer "
                        + TestServer.TOKEN
                        + "\r\nContent-Length: 1000\r\n\r\n",
                1),
        MCP_BODY(
                "POST /mcp HTTP/1.1\r\nHost: localhost:%1$d\r\nAuthorization: Bearer "
                        + TestServer.TOKEN
                        + "\r\nContent-Length: 1000\r\n\r\n",
                1),
        SECOND_HEAD(
                "GET /api/workflows HTTP/1.1\r\nHost: localhost:%1$d\r\nAuthorization: Bearer "
                        + TestServer.TOKEN
                        + "\r\n\r\n",
                2);

        private final String start;
        private final int answers;

        Trickle(String start, int answers) {
            this.start = start;
            this.answers = answers;
        }
    }

    @ParameterizedTest
    @EnumSource(Trickle.class)
    void a_request_that_arrives_byte_by_byte_is_refused_when_its_time_is_over(Trickle trickle)
            throws Exception {
        try (var served =
                TestServer.at(
                        CliFixture.ready(folder),
                        ServerLimits.DEFAULT.with(
                                new ServerLimits.Incomplete(8, Duration.ofMillis(400))))) {
            var socket = send(served, Part.NOTHING);
            socket.getOutputStream()
                    .write(trickle.start.formatted(served.port()).getBytes(StandardCharsets.UTF_8));
            var writer = Thread.ofVirtual().start(() -> writeByteByByte(socket));
            var answers = read(socket).split("(?=HTTP/1.1 )");
            assertThat(answers).hasSize(trickle.answers);
            assertThat(answers[trickle.answers - 1])
                    .startsWith("HTTP/1.1 408")
                    .contains("was not received within");
            writer.join();
        }
    }

    private static void writeByteByByte(Socket socket) {
        try {
            while (true) {
                socket.getOutputStream().write('G');
                Thread.sleep(20);
            }
        } catch (IOException | InterruptedException closed) {
            // As it has to be.
        }
    }

    /** Until the server hangs up. */
    private static String read(Socket socket) {
        var text = new StringBuilder();
        try {
            for (int each = socket.getInputStream().read();
                    each >= 0;
                    each = socket.getInputStream().read()) text.append((char) each);
        } catch (IOException reset) {
            // What was sent before has been read.
        }
        return text.toString();
    }

    @Test
    void streams_continue_while_requests_are_incomplete() throws Exception {
        try (var served =
                TestServer.at(
                        CliFixture.ready(folder),
                        ServerLimits.DEFAULT.with(
                                new ServerLimits.Incomplete(8, Duration.ofMillis(100))))) {
            var id = served.created("tasks: []");
            var stream =
                    served.http.send(
                            served.request("/api/workflows/" + id + "/events").build(),
                            BodyHandlers.ofLines());
            var oldest = send(served, Part.HALF_A_HEAD);
            flood(served, Part.HALF_A_HEAD, 100);
            assertThat(read(oldest))
                    .as("the oldest request is given up")
                    .satisfiesAnyOf(
                            text -> assertThat(text).isEmpty(),
                            text -> assertThat(text).startsWith("HTTP/1.1 408"));
            assertThat(served.post("/api/workflows/" + id + "/ready").status()).isEqualTo(200);
            assertThat(stream.body().anyMatch(line -> line.contains("ready"))).isTrue();
        }
    }
}
