package dev.foldline.app.forge;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/**
 * A server on loopback that answers as GitHub's REST interface does, for one repository whose
 * branches are in a bare git repository. Pages have {@link #perPage} entries, documents have ETags.
 */
public final class FakeForge implements AutoCloseable {
    public static final String TOKEN = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345";
    private static final String REPOSITORY = "/repos/me/shop";

    /** A request that arrived. */
    public record Seen(String method, String path, String token, String etag) {}

    /** What the next matching request gets instead of its answer. */
    public record Disturbance(
            String method, String path, int status, Map<String, String> headers, boolean after) {}

    /** A pull request. */
    public static final class Request {
        public final int number;
        public final String branch;
        public final String base;
        public final String title;
        public final String body;
        public volatile String state = "open";
        public volatile boolean merged;

        Request(int number, JsonNode asked) {
            this.number = number;
            branch = asked.path("head").asString();
            base = asked.path("base").asString();
            title = asked.path("title").asString();
            body = asked.path("body").asString("");
        }
    }

    public final List<Request> requests = new CopyOnWriteArrayList<>();
    public final List<Seen> seen = new CopyOnWriteArrayList<>();
    private final Map<String, Object> issues = new LinkedHashMap<>();
    public final Map<String, Object> logs = new LinkedHashMap<>();
    public volatile Set<String> writers = Set.of("me");
    public volatile int perPage = 100;
    public volatile int notModified;

    private final ConcurrentLinkedDeque<Disturbance> disturbances = new ConcurrentLinkedDeque<>();
    private final List<Map<String, Object>> checks = new CopyOnWriteArrayList<>();
    private final List<Map<String, Object>> reviews = new CopyOnWriteArrayList<>();
    private final List<Map<String, Object>> lines = new CopyOnWriteArrayList<>();
    private final List<Map<String, Object>> comments = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final Path bare;
    private int ids = 100;

    public FakeForge(Path bare) throws IOException {
        this.bare = bare;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    /** The next request like this gets this status; if {@code after}, it takes effect first. */
    public FakeForge disturb(
            String method, String path, int status, Map<String, String> headers, boolean after) {
        disturbances.add(new Disturbance(method, path, status, headers, after));
        return this;
    }

    /** A check of the branch's head ends like this. */
    public int check(String name, String branch, String conclusion, String log) {
        int id = ids++;
        checks.add(
                map(
                        "id",
                        id,
                        "name",
                        name,
                        "head_sha",
                        head(branch),
                        "status",
                        conclusion.isEmpty() ? "in_progress" : "completed",
                        "conclusion",
                        conclusion.isEmpty() ? null : conclusion,
                        "output",
                        map("title", null, "summary", null, "text", null)));
        logs.put(Integer.toString(id), log);
        return id;
    }

    /** A check that was pending ends. */
    public void ends(int id, String conclusion) {
        for (var each : checks)
            if (each.get("id").equals(id)) {
                each.put("status", "completed");
                each.put("conclusion", conclusion);
            }
    }

    public FakeForge issue(int number, String state, String title, String body) {
        issues.put(
                Integer.toString(number),
                map(
                        "number", number,
                        "state", state,
                        "title", title,
                        "body", body,
                        "html_url", address() + "/me/shop/issues/" + number));
        return this;
    }

    public FakeForge comment(String author, String body) {
        comments.add(map("id", ids++, "user", map("login", author), "body", body));
        return this;
    }

    public FakeForge review(String author, String state, String body) {
        reviews.add(map("id", ids++, "user", map("login", author), "state", state, "body", body));
        return this;
    }

    public FakeForge line(String author, String path, int line, String body) {
        lines.add(
                map(
                        "id", ids++,
                        "user", map("login", author),
                        "path", path,
                        "line", line,
                        "body", body));
        return this;
    }

    public void merge(int number) {
        var request = requests.get(number - 1);
        request.merged = true;
        request.state = "closed";
    }

    private void answer(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().toString();
        var method = exchange.getRequestMethod();
        var token = exchange.getRequestHeaders().getFirst("Authorization");
        var etag = exchange.getRequestHeaders().getFirst("If-None-Match");
        seen.add(new Seen(method, path, String.valueOf(token), String.valueOf(etag)));
        var disturbance =
                disturbances.stream()
                        .filter(each -> method.equals(each.method()) && path.contains(each.path()))
                        .findFirst();
        disturbance.ifPresent(disturbances::remove);
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (isKilled(method, path, body)) {
            exchange.close();
            return;
        }
        if (disturbance.isPresent()) {
            if (disturbance.get().after()) route(method, path, body);
            disturbance.get().headers().forEach(exchange.getResponseHeaders()::add);
            send(exchange, disturbance.get().status(), "{\"message\":\"disturbed\"}");
            return;
        }
        if (path.startsWith("/storage/")) {
            if (token != null) send(exchange, 400, "a token was sent to the storage");
            else send(exchange, 200, String.valueOf(logs.get(path.substring(9))));
            return;
        }
        if (!("Bearer " + TOKEN).equals(token)) {
            send(exchange, 401, "{\"message\":\"Bad credentials\"}");
            return;
        }
        if (path.matches(REPOSITORY + "/actions/jobs/\\d+/logs")) {
            exchange.getResponseHeaders()
                    .add("Location", address() + "/storage/" + path.split("/")[6]);
            send(exchange, 302, "");
            return;
        }
        paged(exchange, path, route(method, path, body), String.valueOf(etag));
    }

    /** Ends a driver. */
    @FunctionalInterface
    public interface Killer {
        void kill() throws InterruptedException;
    }

    private record Kill(String method, String path, boolean after, Killer killer) {}

    private volatile Kill kill = new Kill("", "", false, () -> {});

    /** The driver is ended at the first request like this. */
    public void kills(String method, String path, boolean after, Killer killer) {
        kill = new Kill(method, path, after, killer);
    }

    public void killsNobody() {
        kill = new Kill("", "", false, () -> {});
    }

    private boolean isKilled(String method, String path, String body) throws IOException {
        var due = kill;
        if (!due.method().equals(method) || !path.contains(due.path())) return false;
        killsNobody();
        if (due.after()) route(method, path, body);
        try {
            due.killer().kill();
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
        return true;
    }

    private record Reply(int status, Object document) {}

    private void paged(HttpExchange exchange, String path, Reply reply, String etag)
            throws IOException {
        var document = reply.document();
        if (document instanceof List<?> all) {
            int page =
                    path.matches(".*[?&]page=\\d+.*")
                            ? Integer.parseInt(path.replaceAll(".*[?&]page=(\\d+).*", "$1"))
                            : 1;
            int from = Math.min(all.size(), (page - 1) * perPage);
            int to = Math.min(all.size(), from + perPage);
            document = all.subList(from, to);
            if (to < all.size())
                exchange.getResponseHeaders()
                        .add(
                                "Link",
                                "<"
                                        + address()
                                        + path.replaceAll("[?&]page=\\d+", "")
                                        + (path.contains("?") ? "&" : "?")
                                        + "page="
                                        + (page + 1)
                                        + ">; rel=\"next\"");
        }
        var text = JsonMapper.shared().writeValueAsString(document);
        var own = "\"" + Integer.toHexString(text.hashCode()) + "\"";
        if (reply.status() == 200) exchange.getResponseHeaders().add("ETag", own);
        if (reply.status() == 200 && own.equals(etag)) {
            notModified++;
            send(exchange, 304, "");
        } else send(exchange, reply.status(), text);
    }

    private synchronized Reply route(String method, String whole, String body) {
        var path = whole.replaceAll("\\?.*", "");
        if (!path.startsWith(REPOSITORY)) return missing();
        var rest = path.substring(REPOSITORY.length());
        if (rest.isEmpty()) return new Reply(200, map("default_branch", "main"));
        if (rest.equals("/pulls") && method.equals("POST")) return opened(body);
        if (rest.equals("/pulls"))
            return new Reply(
                    200,
                    requests.reversed().stream()
                            .filter(
                                    each ->
                                            whole.contains(
                                                    "head=me%3A" + each.branch.replace("/", "%2F")))
                            .map(this::document)
                            .toList());
        if (rest.matches("/pulls/\\d+"))
            return new Reply(200, document(requests.get(number(rest) - 1)));
        if (rest.matches("/issues/\\d+"))
            return issues.containsKey(rest.split("/")[2])
                    ? new Reply(200, issues.get(rest.split("/")[2]))
                    : missing();
        if (rest.endsWith("/reviews")) return new Reply(200, List.copyOf(reviews));
        if (rest.matches("/pulls/\\d+/comments")) return new Reply(200, List.copyOf(lines));
        if (rest.matches("/issues/\\d+/comments")) return new Reply(200, List.copyOf(comments));
        if (rest.endsWith("/check-runs"))
            return new Reply(
                    200,
                    map(
                            "check_runs",
                            checks.stream()
                                    .filter(each -> rest.contains("/" + each.get("head_sha") + "/"))
                                    .toList()));
        if (rest.endsWith("/status")) return new Reply(200, map("statuses", List.of()));
        if (rest.matches("/actions/jobs/\\d+"))
            return logs.containsKey(rest.split("/")[3])
                    ? new Reply(
                            200,
                            map(
                                    "steps",
                                    List.of(
                                            map("name", "Set up", "conclusion", "success"),
                                            map("name", "Test", "conclusion", "failure"))))
                    : missing();
        if (rest.startsWith("/collaborators/"))
            return writers.contains(rest.split("/")[2])
                    ? new Reply(200, map("permission", "write", "role_name", "write"))
                    : new Reply(200, map("permission", "read", "role_name", "read"));
        return missing();
    }

    private static int number(String path) {
        return Integer.parseInt(path.split("/")[2]);
    }

    private static Reply missing() {
        return new Reply(404, map("message", "Not Found"));
    }

    private Reply opened(String body) {
        var asked = JsonMapper.shared().readTree(body);
        var branch = asked.path("head").asString();
        if (requests.stream()
                .anyMatch(each -> each.branch.equals(branch) && each.state.equals("open")))
            return invalid("A pull request already exists for me:" + branch + ".");
        if (head(branch).isEmpty()) return invalid("head is invalid");
        if (head(branch).equals(head(asked.path("base").asString())))
            return invalid("No commits between main and " + branch);
        var request = new Request(requests.size() + 1, asked);
        requests.add(request);
        return new Reply(201, document(request));
    }

    private static Reply invalid(String message) {
        return new Reply(
                422,
                map("message", "Validation Failed", "errors", List.of(map("message", message))));
    }

    private Map<String, Object> document(Request request) {
        return map(
                "number", request.number,
                "html_url", address() + "/me/shop/pull/" + request.number,
                "state", request.state,
                "merged", request.merged,
                "title", request.title,
                "body", request.body,
                "head", map("ref", request.branch, "sha", head(request.branch)),
                "base", map("ref", request.base));
    }

    /** The head of a branch; empty if there is none. */
    public String head(String branch) {
        try {
            var process =
                    new ProcessBuilder(
                                    "git",
                                    "-C",
                                    bare.toString(),
                                    "rev-parse",
                                    "-q",
                                    "--verify",
                                    "refs/heads/" + branch)
                            .start();
            var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? text.strip() : "";
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private static Map<String, Object> map(Object... namesAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2)
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        return map;
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
