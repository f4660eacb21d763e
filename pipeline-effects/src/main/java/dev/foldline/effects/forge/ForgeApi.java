package dev.foldline.effects.forge;

import dev.foldline.effects.poll.Backoff;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Requests to the REST interface of a forge. Reads are repeated after failures and use the answers'
 * ETags; limits are waited for if they end soon.
 */
final class ForgeApi {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(20);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration LIMIT_WAIT_MAX = Duration.ofMinutes(2);
    private static final int ATTEMPTS_MAX = 4;
    private static final int PAGES_MAX = 20;
    private static final int CACHED_MAX = 500;
    private static final String GRAPHQL = "/graphql";
    private static final String ENTERPRISE = "/v3";

    /** How forges answer if a review, a check or the expected head is missing. */
    private static final Set<Integer> NOT_YET = Set.of(405, 409, 422);

    /** How forges answer if there is no such thing, or none any more. */
    private static final Set<Integer> MISSING = Set.of(404, 410);

    /** The same, or it is at another address. */
    private static final Set<Integer> GONE = Set.of(301, 404, 410);

    private static final Backoff PAUSES =
            new Backoff(Duration.ofMillis(500), Duration.ofSeconds(8));

    /** Another one could not be sent back. */
    private static final Pattern ETAG = Pattern.compile("(W/)?\"[\\x21\\x23-\\x7E]*\"");

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final ForgeAccess access;
    private final Duration timeout;
    private final HttpClient client =
            HttpClient.newBuilder()
                    .connectTimeout(CONNECT_TIMEOUT)
                    // A token is for one host: it must not follow a redirection.
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .build();
    private final Map<URI, Cached> cache = Collections.synchronizedMap(new LatestUsed());

    /** An answer that the forge may confirm instead of sending it again. */
    private record Cached(String etag, ForgeAnswer answer) {}

    /** The answers that were used latest. */
    private static final class LatestUsed extends LinkedHashMap<URI, Cached> {
        private static final long serialVersionUID = 1L;

        LatestUsed() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<URI, Cached> eldest) {
            return size() > CACHED_MAX;
        }
    }

    ForgeApi(ForgeAccess access) {
        this(access, TIMEOUT);
    }

    /**
     * @param timeout of the headers of an answer, and of each part of its text
     */
    ForgeApi(ForgeAccess access, Duration timeout) {
        this.access = access;
        this.timeout = timeout;
    }

    /** Reads one document below the repository. */
    JsonNode get(String path) throws IOException, InterruptedException {
        return expected(read(uri(path)), path).document(path);
    }

    /** Reads one document, or none if there is none. */
    Optional<JsonNode> find(String path) throws IOException, InterruptedException {
        return find(path, MISSING);
    }

    /** Reads one document of a repository that is here, or none if it is gone or moved. */
    Optional<JsonNode> unmoved(String path) throws IOException, InterruptedException {
        return find(path, GONE);
    }

    private Optional<JsonNode> find(String path, Set<Integer> none)
            throws IOException, InterruptedException {
        var answer = read(uri(path));
        return none.contains(answer.status())
                ? Optional.empty()
                : Optional.of(expected(answer, path).document(path));
    }

    /** Reads one document, or none if the token may not read it. */
    Optional<JsonNode> permitted(String path) throws IOException, InterruptedException {
        var answer = read(uri(path));
        return answer.status() == 403 || answer.status() == 404
                ? Optional.empty()
                : Optional.of(expected(answer, path).document(path));
    }

    /**
     * Reads all pages of a list.
     *
     * @param field the field of each page that has the list; none if the page is the list
     */
    List<JsonNode> list(String path, Optional<String> field)
            throws IOException, InterruptedException {
        return list(path, field, true);
    }

    /** Reads the first pages of a list, of which the rest is not needed. */
    List<JsonNode> start(String path) throws IOException, InterruptedException {
        return list(path, Optional.empty(), false);
    }

    /** Reads the first page of a list. */
    List<JsonNode> page(String path) throws IOException, InterruptedException {
        return expected(read(uri(path)), path)
                .entries(path, Optional.empty())
                .valueStream()
                .toList();
    }

    private List<JsonNode> list(String path, Optional<String> field, boolean isWhole)
            throws IOException, InterruptedException {
        var items = new ArrayList<JsonNode>();
        var seen = new HashSet<URI>();
        var next = Optional.of(uri(path));
        while (next.isPresent() && seen.add(next.get())) {
            if (seen.size() > PAGES_MAX) {
                if (isWhole) throw tooLong(path);
                break;
            }
            var answer = expected(read(next.get()), path);
            answer.entries(path, field).valueStream().forEach(items::add);
            next = answer.next();
            if (next.isPresent()) requireOurs(next.get(), path);
        }
        return items;
    }

    /** Reads the numbered pages of a list that names no next one, to the first that is empty. */
    List<JsonNode> pages(String path) throws IOException, InterruptedException {
        var items = new ArrayList<JsonNode>();
        for (int page = 1; page <= PAGES_MAX; page++) {
            var numbered = path + "&page=" + page;
            var entries =
                    expected(read(uri(numbered)), numbered).entries(numbered, Optional.empty());
            if (entries.isEmpty()) return items;
            entries.valueStream().forEach(items::add);
        }
        throw tooLong(path);
    }

    /** A part of a list could lack the check that failed. */
    private static IOException tooLong(String path) {
        return new IOException(path + ": the list has more than " + PAGES_MAX + " pages");
    }

    /** Reads a text, which the forge may keep elsewhere; none if it is gone. */
    Optional<String> text(String path) throws IOException, InterruptedException {
        var answer = read(uri(path));
        if (answer.location().isPresent()) {
            var elsewhere = HttpRequest.newBuilder(answer.location().get()).timeout(timeout).GET();
            answer = attempted(elsewhere.build());
        }
        return answer.status() == 200 ? Optional.of(answer.body()) : Optional.empty();
    }

    /** Sends a document once: before a repetition, check whether it was accepted. */
    ForgeAnswer post(String path, Object document) throws IOException, InterruptedException {
        return sent(
                request(uri(path))
                        .header("Content-Type", "application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        MAPPER.writeValueAsString(document),
                                        StandardCharsets.UTF_8))
                        .build());
    }

    /** Sends a document that may arrive several times. */
    void put(String method, String path, Object document) throws IOException, InterruptedException {
        expected(repeated(method, path, document), path);
    }

    /**
     * Asks for a merge, which may be repeated: an ended pull request is not merged again.
     *
     * @return why it is refused for now, in one line; none if it is merged
     */
    Optional<String> merge(String method, String path, Object document)
            throws IOException, InterruptedException {
        var answer = repeated(method, path, document);
        if (NOT_YET.contains(answer.status())) return Optional.of(ForgeRefusal.reason(answer));
        expected(answer, path);
        return Optional.empty();
    }

    /** Sends a GraphQL query, which may arrive several times. Its errors have the status 200. */
    JsonNode query(String query, Map<String, Object> variables)
            throws IOException, InterruptedException {
        var answer =
                expected(
                        repeated("POST", GRAPHQL, Map.of("query", query, "variables", variables)),
                        GRAPHQL);
        var json = answer.document(GRAPHQL);
        if (!json.has("errors")) return json;
        throw new IOException(
                GRAPHQL + ": " + ForgeRefusal.why(answer).orElse("the forge reports an error"));
    }

    private ForgeAnswer repeated(String method, String path, Object document)
            throws IOException, InterruptedException {
        var body =
                HttpRequest.BodyPublishers.ofString(
                        MAPPER.writeValueAsString(document), StandardCharsets.UTF_8);
        var request = request(uri(path)).header("Content-Type", "application/json");
        return attempted(request.method(method, body).build());
    }

    /** Deletes what may be gone already. */
    void delete(String path) throws IOException, InterruptedException {
        var answer = attempted(request(uri(path)).DELETE().build());
        if (!GONE.contains(answer.status())) expected(answer, path);
    }

    static ForgeAnswer expected(ForgeAnswer answer, String path) throws IOException {
        if (answer.status() >= 200 && answer.status() < 300) return answer;
        var message = path + ": " + ForgeRefusal.message(answer);
        throw answer.status() == 401 || answer.status() == 403
                ? new UnauthorizedRequest(message)
                : new IOException(message);
    }

    private URI uri(String path) {
        var api = access.api().toString();
        // On a server of one's own the two interfaces are side by side: /api/v3 and /api/graphql.
        return URI.create(
                path.equals(GRAPHQL) && api.endsWith(ENTERPRISE)
                        ? api.substring(0, api.length() - ENTERPRISE.length()) + path
                        : api + path);
    }

    /** The address of the next page gets the token, so it must be of the same server. */
    private void requireOurs(URI page, String path) throws IOException {
        var api = access.api();
        if (api.getScheme().equalsIgnoreCase(page.getScheme())
                && api.getHost().equalsIgnoreCase(page.getHost())
                && port(api) == port(page)) return;
        throw new IOException(
                "the next page of "
                        + path
                        + " is on another server ("
                        + page.getScheme()
                        + "://"
                        + page.getRawAuthority()
                        + "); check forge.api");
    }

    private static int port(URI address) {
        if (address.getPort() != -1) return address.getPort();
        return address.getScheme().equalsIgnoreCase("https") ? 443 : 80;
    }

    private HttpRequest.Builder request(URI address) throws IOException {
        var token =
                access.token()
                        .read()
                        .orElseThrow(
                                () ->
                                        new UnauthorizedRequest(
                                                "there is no token for the forge: "
                                                        + access.kind().remedy()));
        var request =
                HttpRequest.newBuilder(address)
                        .timeout(timeout)
                        .header("Accept", access.kind().accepted())
                        .header("User-Agent", "foldline")
                        .header("Authorization", access.kind().authorization(token));
        return access.kind() == ForgeKind.GITHUB
                ? request.header("X-GitHub-Api-Version", "2022-11-28")
                : request;
    }

    private ForgeAnswer read(URI address) throws IOException, InterruptedException {
        var known = Optional.ofNullable(cache.get(address));
        var request = request(address).GET();
        known.ifPresent(cached -> request.header("If-None-Match", cached.etag()));
        var answer = attempted(request.build());
        return answer.status() == 304 && known.isPresent()
                ? known.get().answer().followedBy(answer.next())
                : answer;
    }

    /** Repeats a request that changes nothing. */
    private ForgeAnswer attempted(HttpRequest request) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                var answer = sent(request);
                if (answer.status() < 500 || attempt == ATTEMPTS_MAX) return answer;
            } catch (LimitReached limit) {
                if (attempt == ATTEMPTS_MAX || limit.wait.compareTo(LIMIT_WAIT_MAX) > 0)
                    throw limit;
                Thread.sleep(limit.wait);
                continue;
            } catch (IOException unreachable) {
                if (attempt == ATTEMPTS_MAX) throw unreachable;
            }
            Thread.sleep(PAUSES.pause(attempt - 1));
        }
    }

    private ForgeAnswer sent(HttpRequest request) throws IOException, InterruptedException {
        var response = response(request);
        var headers = response.headers();
        try (var input = response.body()) {
            var answer =
                    ForgeAnswer.of(
                            response.statusCode(), ResponseText.read(input, timeout), headers);
            var wait = RateLimit.wait(response.statusCode(), headers, Instant.now());
            if (wait.isPresent()) throw new LimitReached(wait.get());
            headers.firstValue("ETag")
                    .filter(etag -> answer.status() == 200 && ETAG.matcher(etag).matches())
                    .ifPresent(etag -> cache.put(request.uri(), new Cached(etag, answer)));
            return answer;
        }
    }

    private HttpResponse<InputStream> response(HttpRequest request)
            throws IOException, InterruptedException {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException failure) {
            throw new IOException(
                    "cannot reach the forge at "
                            + request.uri().getAuthority()
                            + ": "
                            + ForgeRefusal.why(failure),
                    failure);
        }
    }

    /** The forge refuses requests for some time. */
    private static final class LimitReached extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient Duration wait;

        LimitReached(Duration wait) {
            super("the forge's rate limit is reached for " + wait.toSeconds() + " s");
            this.wait = wait;
        }
    }
}
