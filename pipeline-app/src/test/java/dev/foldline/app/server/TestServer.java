package dev.foldline.app.server;

import dev.foldline.app.command.operate.CliFixture;
import dev.foldline.app.mcp.McpCapabilities;
import dev.foldline.app.mcp.McpHttpHandler;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.webhook.WebhookReceiver;
import dev.foldline.effects.redact.Redaction;

import io.vavr.collection.SortedMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A place that is served in this process, and a client that knows nothing of our classes. */
public final class TestServer implements AutoCloseable {
    static final String TOKEN = "a-token-of-the-tests-and-of-nobody";

    private static final Map<String, DocumentedAnswers> DOCUMENTED = new ConcurrentHashMap<>();

    private final Vector<RepositoryMount> mounts;
    final RepositoryService service;
    final HttpClient http = HttpClient.newHttpClient();

    private TestServer(
            Vector<RepositoryMount> mounts,
            ServerLimits bounds,
            Option<PublicAddress> publicAddress,
            ServerLog log)
            throws IOException {
        this.mounts = mounts;
        this.service =
                RepositoryService.start(
                        mounts,
                        new RepositoryService.Setup(
                                "127.0.0.1",
                                0,
                                TOKEN,
                                bounds,
                                (here, door, limits) ->
                                        McpHttpHandler.of(
                                                McpCapabilities.forOperators(
                                                        here.root(),
                                                        here.environment(),
                                                        System.err),
                                                door,
                                                limits),
                                publicAddress,
                                log),
                        Throwable::printStackTrace);
    }

    private TestServer(
            Workspace here, ServerLimits bounds, Option<PublicAddress> publicAddress, ServerLog log)
            throws IOException {
        this(
                Vector.of(new RepositoryMount(Option.none(), here, RunObserver.NONE)),
                bounds,
                publicAddress,
                log);
    }

    /** Several places by their names, and the log of their server. */
    static TestServer together(SortedMap<String, CliFixture> places, List<String> lines)
            throws IOException {
        return together(
                places.toVector()
                        .map(
                                each ->
                                        new RepositoryMount(
                                                Option.of(each._1()),
                                                Workspace.open(
                                                        each._2().root, each._2().environment),
                                                RunObserver.NONE)),
                lines);
    }

    /** Repositories, and the log of their server. */
    static TestServer together(Vector<RepositoryMount> mounts, List<String> lines)
            throws IOException {
        return new TestServer(
                mounts,
                ServerLimits.DEFAULT,
                Option.none(),
                new ServerLog(
                        () -> Instant.EPOCH,
                        ServerLog.Format.json,
                        Redaction.of(java.util.Map.of()),
                        lines::add));
    }

    public static TestServer at(CliFixture place) throws IOException {
        return at(place, ServerLimits.DEFAULT);
    }

    static TestServer at(CliFixture place, ServerLimits bounds) throws IOException {
        return new TestServer(
                Workspace.open(place.root, place.environment),
                bounds,
                Option.none(),
                ServerLog.off());
    }

    /** One that is reached through a tunnel or a reverse proxy. */
    static TestServer behind(CliFixture place, PublicAddress address) throws IOException {
        return new TestServer(
                Workspace.open(place.root, place.environment),
                ServerLimits.DEFAULT,
                Option.of(address),
                ServerLog.off());
    }

    /** One that receives deliveries of a forge, and writes its log to a list. */
    static TestServer receiving(CliFixture place, WebhookReceiver webhook, List<String> lines)
            throws IOException {
        return together(
                Vector.of(
                        new RepositoryMount(
                                        Option.none(),
                                        Workspace.open(place.root, place.environment),
                                        RunObserver.NONE)
                                .receiving(Option.of(webhook))),
                lines);
    }

    /** One that writes its log to a list. */
    static TestServer logging(CliFixture place, ServerLog.Format format, List<String> lines)
            throws IOException {
        return new TestServer(
                Workspace.open(place.root, place.environment),
                ServerLimits.DEFAULT,
                Option.none(),
                new ServerLog(
                        () -> Instant.EPOCH, format, Redaction.of(place.environment), lines::add));
    }

    /** What came back. */
    record Response(int status, String text, HttpResponse<String> whole) {
        JsonNode json() {
            return JsonMapper.shared().readTree(text);
        }

        String error() {
            return json().path("error").asString();
        }

        String header(String name) {
            return whole.headers().firstValue(name).orElse("");
        }
    }

    URI at(String path) {
        return URI.create(service.address() + path);
    }

    int port() {
        return service.address().getPort();
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(at(path)).header("Authorization", "Bearer " + TOKEN);
    }

    Response send(HttpRequest.Builder request) {
        try {
            var answer = http.send(request.build(), BodyHandlers.ofString());
            checked(answer);
            return new Response(answer.statusCode(), answer.body(), answer);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** Each answer that a test gets is as the OpenAPI document says. */
    private void checked(HttpResponse<String> answer) throws IOException, InterruptedException {
        var type = answer.headers().firstValue("Content-Type").orElse("");
        if (!type.contains("json") || answer.body().isEmpty()) return;
        var path = answer.uri().getPath();
        var base = path.replaceFirst("^(/r/[^/]+)?/.*", "$1");
        var key = (mounts.size() > 1) + base.replaceFirst("/r/.*", "below");
        if (!DOCUMENTED.containsKey(key)) {
            var whole = http.send(request(base + "/openapi.json").build(), BodyHandlers.ofString());
            DOCUMENTED.put(key, new DocumentedAnswers(JsonMapper.shared().readTree(whole.body())));
        }
        var problems =
                DOCUMENTED
                        .get(key)
                        .problems(
                                answer.request().method(),
                                path.substring(base.length()),
                                answer.statusCode(),
                                answer.body());
        if (!problems.isEmpty())
            throw new AssertionError(String.join("\n", problems) + "\n" + answer.body());
    }

    /** What the server answers as text. */
    public String text(String path) {
        return get(path).text();
    }

    Response get(String path) {
        return send(request(path));
    }

    Response post(String path) {
        return post(path, "");
    }

    Response post(String path, String body) {
        return send(request(path).POST(BodyPublishers.ofString(body)));
    }

    /** A workflow that is made of this text; its id. */
    String created(String tasks) {
        var reported = post("/api/workflows", tasks);
        if (reported.status() != 201) throw new AssertionError(reported.text());
        return reported.json().get("id").asString();
    }

    String ready(String tasks) {
        var id = created(tasks);
        if (post("/api/workflows/" + id + "/ready").status() != 200)
            throw new AssertionError("it does not become ready");
        return id;
    }

    String status(String workflow) {
        return get("/api/workflows/" + workflow).json().get("workflow").get("status").asString();
    }

    /** Whether anything is driven here, or waits for that. */
    boolean drives() {
        return service.hosting().running().nonEmpty();
    }

    /** Waits until nothing of it is driven here any more. */
    void awaitLeft(String workflow) throws InterruptedException {
        while (service.hosting().running().exists(each -> each.text().equals(workflow)))
            Thread.sleep(20);
    }

    @Override
    public void close() throws IOException {
        http.shutdownNow();
        service.close();
        mounts.forEach(mount -> mount.here().close());
    }
}
