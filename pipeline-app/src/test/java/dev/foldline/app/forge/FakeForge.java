package dev.foldline.app.forge;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/**
 * A server on loopback that answers as a forge does, for one repository whose branches are in a
 * bare git repository. What it holds is the same for each kind of forge; the kinds say how it is
 * asked for and how it is answered. Pages have {@link #perPage} entries.
 */
public abstract class FakeForge implements AutoCloseable {
    public static final String TOKEN = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345";

    /** A request that arrived. */
    public record ReceivedRequest(String method, String path, String token, String etag) {}

    /** What the next matching request gets instead of its answer. */
    public record Disturbance(
            String method, String path, int status, Map<String, String> headers, boolean after) {}

    /** A pull request. */
    public static final class Request {
        public final int number;
        public final String branch;
        public final String base;
        public volatile String title;
        public final String body;
        public volatile String state = "open";
        public volatile boolean merged;
        public volatile boolean draft;

        /** How it was merged; empty if people did it. */
        public volatile String method = "";

        public final Set<String> labels = new ConcurrentSkipListSet<>();
        public final Set<String> reviewers = new ConcurrentSkipListSet<>();

        Request(int number, String branch, String base, String title, String body) {
            this.number = number;
            this.branch = branch;
            this.base = base;
            this.title = title;
            this.body = body;
        }
    }

    /** A check of a commit; its conclusion is empty while it runs. */
    static final class Check {
        final int id;
        final String name;
        final String head;
        volatile String conclusion;

        Check(int id, String name, String head, String conclusion) {
            this.id = id;
            this.name = name;
            this.head = head;
            this.conclusion = conclusion;
        }
    }

    /** A remark of any kind: its path is empty if it is on no line. */
    record Remark(
            int id, String author, String state, String path, int line, String body, Times times) {
        Remark(int id, String author, String state, String path, int line, String body) {
            this(id, author, state, path, line, body, Times.of(Instant.now()));
        }

        Instant created() {
            return times.created();
        }

        Instant changed() {
            return times.changed();
        }
    }

    /** When a remark was written and last edited. */
    record Times(Instant created, Instant changed) {
        static Times of(Instant at) {
            return new Times(at, at);
        }
    }

    /** An issue. */
    record Issue(int number, String state, String title, String body) {}

    /** An answer: a document that becomes JSON, or a {@link Raw} text. */
    record Reply(int status, Object document, Map<String, String> headers) {
        Reply(int status, Object document) {
            this(status, document, Map.of());
        }
    }

    /** A text that is no JSON. */
    record RawText(String text) {}

    public final List<Request> requests = new CopyOnWriteArrayList<>();
    public final List<ReceivedRequest> seen = new CopyOnWriteArrayList<>();
    public final Map<String, String> logs = new LinkedHashMap<>();
    public volatile Set<String> writers = Set.of("me");
    public volatile int perPage = 100;

    /** The account of the token; empty if the forge does not tell it. */
    public volatile String account = "runner";

    /** Whether a branch must have all commits of its base. */
    public volatile boolean strict;

    /** How many approving reviews a merge demands. */
    public volatile int approvals;

    public volatile int notModified;

    /** Issues with labels. */
    public final FakeIssues tracked = new FakeIssues();

    final FakeThreads threads = new FakeThreads(this);

    final Map<Integer, Issue> issues = new LinkedHashMap<>();
    final List<Check> checks = new CopyOnWriteArrayList<>();
    final List<Remark> reviews = new CopyOnWriteArrayList<>();
    final List<Remark> lines = new CopyOnWriteArrayList<>();
    final List<Remark> comments = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedDeque<Disturbance> disturbances = new ConcurrentLinkedDeque<>();
    private final HttpServer server;
    private final Path bare;
    final Set<String> approvers = new ConcurrentSkipListSet<>();
    private int ids = 100;

    FakeForge(Path bare) throws IOException {
        this.bare = bare;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /** Answers a request; its path has the query. */
    abstract Reply route(String method, String path, String body);

    /** Returns whether the request has the token as this forge wants it. */
    abstract boolean isAuthorized(Headers headers);

    /** Returns whether documents have ETags. */
    boolean hasEtags() {
        return true;
    }

    /** Returns the path of requests that create a pull request. */
    abstract String creation();

    /** Returns the path of requests that read a pull request. */
    abstract String reading(int number);

    /** Tokens of an application have no account. */
    Reply account(String field) {
        return account.isEmpty()
                ? new Reply(403, map("message", "Resource not accessible"))
                : new Reply(200, map(field, account));
    }

    /** The author of the pull requests. */
    final String opener() {
        return account.isEmpty() ? "app[bot]" : account;
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
        checks.add(new Check(id, name, head(branch), conclusion));
        logs.put(Integer.toString(id), log);
        return id;
    }

    /** A check that was pending ends. */
    public void ends(int id, String conclusion) {
        for (var each : checks) if (each.id == id) each.conclusion = conclusion;
    }

    public FakeForge issue(int number, String state, String title, String body) {
        issues.put(number, new Issue(number, state, title, body));
        return this;
    }

    public FakeForge comment(String author, String body) {
        comments.add(new Remark(ids++, author, "", "", 0, body));
        return this;
    }

    /** A comment of then, with the text of an edit. */
    public FakeForge comment(String author, String body, Instant created, Instant changed) {
        comments.add(new Remark(ids++, author, "", "", 0, body, new Times(created, changed)));
        return this;
    }

    public FakeForge review(String author, String state, String body) {
        reviews.add(new Remark(ids++, author, state, "", 0, body));
        return this;
    }

    /** An account approves; some forges report it as a review. */
    public void approve(String author) {
        approvers.add(author);
        review(author, "APPROVED", "fine");
    }

    public FakeForge line(String author, String path, int line, String body) {
        lines.add(new Remark(ids++, author, "", path, line, body));
        return this;
    }

    public void merge(int number) {
        var request = requests.get(number - 1);
        request.merged = true;
        request.state = "closed";
    }

    /**
     * Merges a pull request as it was asked for.
     *
     * @param moved the answer if the branch is not at the expected head
     * @param refused the answer if it is not allowed
     */
    Reply merge(Request request, String head, String method, Reply moved, Reply refused) {
        if (request.merged || !request.state.equals("open")) return refused;
        if (!head.equals(head(request.branch))) return moved;
        if (!isMergeable(request)) return refused;
        var base = head(request.base);
        var words =
                new ArrayList<>(
                        List.of("-c", "user.name=forge", "-c", "user.email=forge@example.org"));
        words.addAll(List.of("commit-tree", "-m", request.title, "-p", base));
        if (method.equals("merge")) words.addAll(List.of("-p", head));
        words.add(git("merge-tree", "--write-tree", base, head));
        git("update-ref", "refs/heads/" + request.base, git(words.toArray(String[]::new)));
        request.method = method;
        merge(request.number);
        return new Reply(200, map("merged", true, "message", "Pull Request successfully merged"));
    }

    /** Whether the rules of the base allow the merge. */
    boolean isMergeable(Request request) {
        return !isDraft(request)
                && !conflicts(request)
                && isApproved()
                && !(strict && isBehind(request));
    }

    /** Some forges keep it in the title. */
    boolean isDraft(Request request) {
        return request.draft || request.title.matches("(?i)\\s*(draft:|wip:|\\[wip]).*");
    }

    boolean isApproved() {
        return approvers.size() >= approvals;
    }

    private void answer(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().toString();
        var method = exchange.getRequestMethod();
        var headers = exchange.getRequestHeaders();
        var token = headers.getFirst("Authorization");
        var etag = headers.getFirst("If-None-Match");
        seen.add(new ReceivedRequest(method, path, String.valueOf(token), String.valueOf(etag)));
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
            if (disturbance.get().after()) routed(method, path, body);
            disturbance.get().headers().forEach(exchange.getResponseHeaders()::add);
            send(exchange, disturbance.get().status(), "{\"message\":\"disturbed\"}");
            return;
        }
        if (path.startsWith("/storage/")) {
            if (token != null) send(exchange, 400, "a token was sent to the storage");
            else send(exchange, 200, String.valueOf(logs.get(path.substring(9))));
            return;
        }
        if (!isAuthorized(headers)) {
            send(exchange, 401, "{\"message\":\"Bad credentials\"}");
            return;
        }
        paged(exchange, path, routed(method, path, body), String.valueOf(etag));
    }

    private synchronized Reply routed(String method, String path, String body) {
        return route(method, path, body);
    }

    /** Ends a driver. */
    @FunctionalInterface
    public interface Killer {
        void kill() throws InterruptedException;
    }

    private record PlannedKill(String method, String path, boolean after, Killer killer) {}

    private volatile PlannedKill kill = new PlannedKill("", "", false, () -> {});

    /** How many requests like that the driver survives. */
    volatile int spared;

    /**
     * The driver is ended at the first request like this.
     *
     * @param path a part of its path, or its end, followed by a dollar sign
     */
    public void kills(String method, String path, boolean after, Killer killer) {
        kill = new PlannedKill(method, path, after, killer);
    }

    public void killsNobody() {
        spared = 0;
        kill = new PlannedKill("", "", false, () -> {});
    }

    private boolean isKilled(String method, String path, String body) throws IOException {
        var due = kill;
        boolean isAsked =
                due.path().endsWith("$")
                        ? (path + "$").endsWith(due.path())
                        : path.contains(due.path());
        if (!due.method().equals(method) || !isAsked || spared-- > 0) return false;
        killsNobody();
        if (due.after()) routed(method, path, body);
        try {
            due.killer().kill();
        } catch (InterruptedException stopped) {
            throw new IOException(stopped);
        }
        return true;
    }

    /** A list is sent in pages, whose header has the address of the next one. */
    private void paged(HttpExchange exchange, String path, Reply reply, String etag)
            throws IOException {
        reply.headers().forEach(exchange.getResponseHeaders()::add);
        if (reply.document() instanceof RawText(var text)) {
            send(exchange, reply.status(), text);
            return;
        }
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
                        .add("Link", "<" + address() + page(path, page + 1) + ">; rel=\"next\"");
        }
        var text = JsonMapper.shared().writeValueAsString(document);
        var own = "\"" + Integer.toHexString(text.hashCode()) + "\"";
        if (reply.status() == 200 && hasEtags()) exchange.getResponseHeaders().add("ETag", own);
        if (reply.status() == 200 && hasEtags() && own.equals(etag)) {
            notModified++;
            send(exchange, 304, "");
        } else send(exchange, reply.status(), text);
    }

    private static String page(String path, int page) {
        var rest = path.replaceAll("[?&]page=\\d+", "");
        return rest + (rest.contains("?") ? "&" : "?") + "page=" + page;
    }

    static int number(String path, int segment) {
        return Integer.parseInt(path.split("/")[segment]);
    }

    /** Opens a pull request, if the branches are as a forge wants them. */
    Request opened(JsonNode asked, String head, String base, String body) {
        var request =
                new Request(
                        requests.size() + 1,
                        asked.path(head).asString(),
                        asked.path(base).asString(),
                        asked.path("title").asString(),
                        asked.path(body).asString(""));
        requests.add(request);
        return request;
    }

    /** Adds labels, or asks reviewers, who must be among those who may write. */
    Reply prepared(Request request, String body) {
        var asked = JsonMapper.shared().readTree(body);
        for (var each : asked.path("reviewers").valueStream().toList())
            if (!writers.contains(each.asString()) || each.asString().equals(opener()))
                return new Reply(422, map("message", "Reviews may only be requested from"));
        asked.path("labels").valueStream().forEach(each -> request.labels.add(each.asString()));
        asked.path("reviewers")
                .valueStream()
                .forEach(each -> request.reviewers.add(each.asString()));
        return new Reply(201, map("number", request.number));
    }

    static List<Map<String, Object>> named(String field, Set<String> names) {
        return names.stream().map(each -> map(field, each)).toList();
    }

    boolean isOpen(String branch) {
        return requests.stream()
                .anyMatch(each -> each.branch.equals(branch) && each.state.equals("open"));
    }

    /** The head of a branch; empty if there is none. */
    public String head(String branch) {
        return git("rev-parse", "-q", "--verify", "refs/heads/" + branch);
    }

    /** Whether a pull request cannot be merged without a conflict. */
    boolean conflicts(Request request) {
        return git("merge-tree", "--write-tree", head(request.base), head(request.branch))
                .isEmpty();
    }

    /** Whether the branch of a pull request lacks commits of its base. */
    boolean isBehind(Request request) {
        return !mergeBase(request).equals(head(request.base));
    }

    String mergeBase(Request request) {
        return git("merge-base", head(request.base), head(request.branch));
    }

    /** What git prints; empty if it fails. */
    private String git(String... words) {
        try {
            var command = new ArrayList<>(List.of("git", "-C", bare.toString()));
            command.addAll(List.of(words));
            var process = new ProcessBuilder(command).start();
            var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? text.strip() : "";
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    static Map<String, Object> map(Object... namesAndValues) {
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
