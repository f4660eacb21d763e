package dev.foldline.effects.forge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/** What becomes of answers that break the rules of HTTP, or that never end. */
class ForgeApiTest {
    private static final String PAGE = "[{\"id\":1},{\"id\":1}]";

    private static final Duration PAUSE = Duration.ofMillis(400);

    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private HttpServer server;
    private volatile Answer answer = exchange -> send(exchange, 200, "{}");

    /** Answers a request. */
    @FunctionalInterface
    private interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/",
                exchange -> {
                    asked.add(
                            exchange.getRequestURI()
                                    + " "
                                    + exchange.getRequestHeaders().getFirst("If-None-Match"));
                    answer.to(exchange);
                });
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
    }

    private ForgeApi api(Duration timeout) {
        return new ForgeApi(
                new ForgeAccess(
                        ForgeKind.GITHUB,
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                        "me/shop",
                        "origin",
                        Preparation.NONE,
                        () -> Optional.of("token")),
                timeout);
    }

    private ForgeApi api() {
        return api(Duration.ofSeconds(20));
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** Its headers are in time, so only what follows them can be waited for too long. */
    @Test
    void an_answer_that_stops_in_the_middle_is_given_up() throws Exception {
        answer =
                exchange -> {
                    exchange.sendResponseHeaders(200, 100);
                    exchange.getResponseBody().write('{');
                    exchange.getResponseBody().flush();
                    try {
                        over.await();
                    } catch (InterruptedException stopped) {
                        Thread.currentThread().interrupt();
                    }
                };
        var api = api(Duration.ofMillis(300));
        assertThatThrownBy(() -> api.post("/slow", List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the forge's response stopped for");
    }

    /** Each part is in time, and all of them together take longer than one may. */
    @Test
    void an_answer_that_arrives_slowly_is_read_to_its_end() throws Exception {
        var text = "x".repeat(10);
        answer =
                exchange -> {
                    exchange.sendResponseHeaders(200, text.length());
                    for (var each : text.getBytes(StandardCharsets.UTF_8)) {
                        LockSupport.parkNanos(PAUSE.toNanos());
                        exchange.getResponseBody().write(each);
                        exchange.getResponseBody().flush();
                    }
                    exchange.close();
                };
        assertThat(api(PAUSE.multipliedBy(5)).text("/log")).contains(text);
    }

    @Test
    void an_answer_that_is_shorter_than_it_says_is_none() {
        answer =
                exchange -> {
                    exchange.sendResponseHeaders(200, 100);
                    exchange.getResponseBody().write('{');
                    exchange.close();
                };
        assertThatThrownBy(() -> api().get("/cut")).isInstanceOf(IOException.class);
        assertThat(asked).as("the client repeats it, too").hasSizeBetween(4, 8);
    }

    @Test
    void a_forge_that_always_fails_is_asked_four_times() {
        answer = exchange -> send(exchange, 503, "<html>Bad Gateway</html>");
        assertThatThrownBy(() -> api().get("/down"))
                .hasMessage("/down: the forge answered with 503");
        assertThat(asked).hasSize(4);
    }

    /** It is asked again after a second, as nothing says when the limit ends. */
    @Test
    void a_limit_without_an_end_is_reported() {
        answer =
                exchange -> {
                    exchange.getResponseHeaders().add("X-RateLimit-Remaining", "0");
                    exchange.getResponseHeaders().add("X-RateLimit-Reset", "99999999999999999999");
                    send(exchange, 403, "{}");
                };
        assertThatThrownBy(() -> api().get("/limited"))
                .hasMessage("the forge's rate limit is reached for 1 s");
        assertThat(asked).hasSize(4);
    }

    @Test
    void a_page_that_names_itself_as_the_next_one_is_the_last() throws Exception {
        answer =
                exchange -> {
                    var next = "http://" + exchange.getRequestHeaders().getFirst("Host");
                    exchange.getResponseHeaders()
                            .add("Link", "<" + next + "/list?page=2>; rel=\"next\"");
                    send(exchange, 200, PAGE);
                };
        assertThat(api().list("/list", Optional.empty())).hasSize(4);
        assertThat(asked).containsExactly("/list null", "/list?page=2 null");
    }

    /** Without its second page, a list of checks could lack the one that failed. */
    @ParameterizedTest
    @ValueSource(
            strings = {"http://127.0.0.1:9", "http://localhost:PORT", "https://127.0.0.1:PORT"})
    void a_next_page_on_another_server_is_an_error_and_gets_no_token(String other) {
        var elsewhere = other.replace("PORT", "" + server.getAddress().getPort());
        answer = exchange -> sendPage(exchange, elsewhere + "/list?page=2");
        assertThatThrownBy(() -> api().list("/list", Optional.empty()))
                .hasMessage(
                        "the next page of /list is on another server ("
                                + elsewhere
                                + "); check forge.api");
        assertThat(asked).containsExactly("/list null");
    }

    /** A check that failed may be on the page that the confirmation does not name. */
    @Test
    void a_confirmed_page_keeps_the_next_one_that_it_had() throws Exception {
        var api = api();
        answer =
                exchange -> {
                    var headers = exchange.getResponseHeaders();
                    headers.add("ETag", "\"a\"");
                    if (exchange.getRequestHeaders().containsKey("If-None-Match"))
                        send(exchange, 304, "");
                    else if (exchange.getRequestURI().getQuery() == null)
                        sendPage(
                                exchange,
                                "http://"
                                        + exchange.getRequestHeaders().getFirst("Host")
                                        + "/list?page=2");
                    else send(exchange, 200, PAGE);
                };
        assertThat(api.list("/list", Optional.empty())).hasSize(4);
        assertThat(api.list("/list", Optional.empty())).hasSize(4);
        assertThat(asked).last().isEqualTo("/list?page=2 \"a\"");
    }

    /** The errors of a query have the status 200; what is refused before has another one. */
    @Test
    void a_query_that_is_refused_is_an_error() {
        answer = exchange -> send(exchange, 401, "{\"message\":\"Bad credentials\"}");
        assertThatThrownBy(() -> api().query("query", Map.of()))
                .hasMessage(
                        "/graphql: the forge answered with 401: Bad credentials; check the token");
        answer = exchange -> send(exchange, 200, "{\"errors\":[{\"message\":\"no such id\"}]}");
        assertThatThrownBy(() -> api().query("query", Map.of())).hasMessage("/graphql: no such id");
    }

    @Test
    void a_list_without_an_end_is_an_error() throws Exception {
        answer =
                exchange ->
                        sendPage(
                                exchange,
                                "http://"
                                        + exchange.getRequestHeaders().getFirst("Host")
                                        + "/list?page="
                                        + asked.size());
        assertThatThrownBy(() -> api().list("/list", Optional.empty()))
                .hasMessage("/list: the list has more than 20 pages");
        assertThat(asked).hasSize(20);
        assertThatThrownBy(() -> api().pages("/list?limit=1"))
                .hasMessage("/list?limit=1: the list has more than 20 pages");
        assertThat(asked).hasSize(40);
        assertThat(api().start("/list")).hasSize(40);
    }

    private static void sendPage(HttpExchange exchange, String next) throws IOException {
        exchange.getResponseHeaders().add("Link", "<" + next + ">; rel=\"next\"");
        send(exchange, 200, PAGE);
    }

    @Test
    void a_redirection_is_not_followed_and_the_storage_of_a_log_only_once() throws Exception {
        answer =
                exchange -> {
                    exchange.getResponseHeaders()
                            .add(
                                    "Location",
                                    "http://"
                                            + exchange.getRequestHeaders().getFirst("Host")
                                            + exchange.getRequestURI());
                    send(exchange, 302, "");
                };
        assertThatThrownBy(() -> api().get("/round")).hasMessageContaining("302");
        assertThat(asked).hasSize(1);
        assertThat(api().text("/log")).isEmpty();
        assertThat(asked).hasSize(3);
    }

    /** A log may be on a server of others. */
    @Test
    void the_storage_of_a_log_gets_no_token() throws Exception {
        var tokens = new CopyOnWriteArrayList<String>();
        answer =
                exchange -> {
                    var headers = exchange.getRequestHeaders();
                    tokens.add(String.valueOf(headers.getFirst("Authorization")));
                    exchange.getResponseHeaders()
                            .add("Location", "http://" + headers.getFirst("Host") + "/storage");
                    send(exchange, tokens.size() == 1 ? 302 : 200, "the log");
                };
        assertThat(api().text("/log")).contains("the log");
        assertThat(tokens).containsExactly("Bearer token", "null");
    }

    /** The token of a job may read a repository, and not say whose it is. */
    @ParameterizedTest
    @ValueSource(ints = {403, 404})
    void what_the_token_may_not_read_is_none_where_it_is_not_needed(int status) throws Exception {
        answer = exchange -> send(exchange, status, "{}");
        assertThat(api().permitted("/user")).isEmpty();
    }

    @Test
    void an_etag_that_could_not_be_sent_back_is_not_kept() throws Exception {
        for (var etag : List.of("no quotes", "\"\u00E9\"")) {
            answer =
                    exchange -> {
                        exchange.getResponseHeaders().add("ETag", etag);
                        send(exchange, 200, "{\"id\":7}");
                    };
            var api = api();
            assertThat(api.get("/etag")).isEqualTo(api.get("/etag"));
        }
        assertThat(asked).hasSize(4).allMatch(each -> each.endsWith(" null"));
    }

    /** A 304 without an ETag is an error. */
    @Test
    void a_confirmation_without_an_etag_is_no_answer() throws Exception {
        var api = api();
        answer = exchange -> send(exchange, 304, "");
        assertThatThrownBy(() -> api.get("/one")).hasMessageContaining("304");
        answer =
                exchange -> {
                    exchange.getResponseHeaders().add("ETag", "\"a\"");
                    send(exchange, 200, "{\"id\":7}");
                };
        assertThat(api.get("/one").toString()).isEqualTo("{\"id\":7}");
        answer = exchange -> send(exchange, 304, "");
        assertThat(api.get("/one").toString()).isEqualTo("{\"id\":7}");
        assertThat(asked).last().isEqualTo("/one \"a\"");
    }
}
