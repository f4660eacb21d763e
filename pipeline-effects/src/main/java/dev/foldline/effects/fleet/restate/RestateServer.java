package dev.foldline.effects.fleet.restate;

import dev.foldline.effects.fleet.engine.EngineFault;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Pattern;

/** The addresses of Restate's nodes: requests go to the first that answers. */
public final class RestateServer implements AutoCloseable {
    private static final int OK = 200;
    private static final int FIRST_ERROR = 300;
    private static final int NOT_FOUND = 404;
    private static final int FIRST_FAILURE = 500;
    private static final int SHOWN_MAX = 200;
    private static final String DEPLOYMENT =
            """
            {"uri": "%s", "use_http_11": true, "additional_headers": {"%s": "%s"}}
            """;
    private static final Pattern DEPLOYMENT_ID =
            Pattern.compile("\"deployment_id\"\\s*:\\s*\"([A-Za-z0-9_]+)\"");

    private static final Pattern ADDRESS = Pattern.compile("\"uri\"\\s*:\\s*\"([^\"]+)\"");

    private final Vector<URI> ingress;
    private final Vector<URI> admin;
    private final Duration timeout;
    private final HttpClient client;
    private volatile int first;

    /** The token that the engine has from here. */
    private volatile Option<String> registered = Option.none();

    /**
     * @param ingress addresses for messages, such as {@code http://127.0.0.1:8080}
     * @param admin addresses for registrations, such as {@code http://127.0.0.1:9070}
     * @param timeout how long a node has for an answer
     */
    public RestateServer(Vector<URI> ingress, Vector<URI> admin, Duration timeout) {
        this.ingress = ingress;
        this.admin = admin;
        this.timeout = timeout;
        this.client =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(timeout)
                        .build();
    }

    /**
     * Delivers a message to an object and returns its reply.
     *
     * @throws EngineFault if no node delivers it in time; it may be delivered later
     */
    String call(String service, String key, String body) throws IOException {
        var path = "/" + service + "/" + key + "/" + RestateObjects.HANDLER;
        var answer = ask(ingress, "POST", path, body);
        if (answer.statusCode() == OK) return answer.body();
        if (answer.statusCode() == NOT_FOUND)
            throw new EngineFault("no worker is registered with the engine");
        throw refused(answer);
    }

    /**
     * Registers the address of the objects of fleets, unless there is another one.
     *
     * @param token the engine sends it with each request
     */
    void register(URI objects, String token) throws IOException {
        var known = deployment();
        if (known.isEmpty()) {
            checked(ask(admin, "POST", "/deployments", json(objects, token)));
            registered = Option.of(token);
        } else if (address(known.get()).contains(objects)) update(known.get(), objects, token);
    }

    /**
     * Moves the objects of fleets to this address, with the messages that wait for an answer,
     * unless the worker that answers for them is alive: then the engine is only slow.
     *
     * @throws EngineFault also if no node takes messages from here: then that worker is not at
     *     fault
     */
    void move(URI objects, String token) throws IOException {
        checked(ask(ingress, "GET", "/restate/health", ""));
        var known = deployment();
        if (known.isEmpty()) register(objects, token);
        else if (!isAnswered(address(known.get()), objects, token))
            update(known.get(), objects, token);
    }

    /** The engine may not know the token of a worker that started while it was out of reach. */
    private boolean isAnswered(Option<URI> registeredAt, URI objects, String token) {
        return registeredAt.contains(objects)
                ? registered.contains(token)
                : registeredAt.exists(this::isWorker);
    }

    private void update(String deployment, URI objects, String token) throws IOException {
        checked(ask(admin, "PATCH", "/deployments/" + deployment, json(objects, token)));
        registered = Option.of(token);
    }

    private Option<URI> address(String deployment) throws IOException {
        var answer = checked(ask(admin, "GET", "/deployments/" + deployment, ""));
        var address = ADDRESS.matcher(answer.body());
        return address.find() ? Option.of(URI.create(address.group(1))) : Option.none();
    }

    /** Returns whether a worker answers at an address, if it can be reached from here. */
    private boolean isWorker(URI objects) {
        try {
            return ask(objects, "GET", RestateEndpoint.DISCOVER, "").statusCode()
                    == RestateEndpoint.UNAUTHORIZED;
        } catch (IOException silent) {
            return false;
        }
    }

    private static String json(URI objects, String token) {
        return DEPLOYMENT.formatted(
                objects.toASCIIString(),
                RestateEndpoint.AUTHORIZATION,
                RestateEndpoint.value(token));
    }

    private Option<String> deployment() throws IOException {
        var answer = ask(admin, "GET", "/services/" + RestateObjects.RUNS, "");
        if (answer.statusCode() == NOT_FOUND) return Option.none();
        var id = DEPLOYMENT_ID.matcher(checked(answer).body());
        return id.find() ? Option.of(id.group(1)) : Option.none();
    }

    private static HttpResponse<String> checked(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() >= FIRST_ERROR) throw refused(answer);
        return answer;
    }

    private static EngineFault refused(HttpResponse<String> answer) {
        var body = answer.body();
        return new EngineFault(
                "the engine refuses a request with "
                        + answer.statusCode()
                        + ": "
                        + body.substring(0, Math.min(SHOWN_MAX, body.length())));
    }

    private HttpResponse<String> ask(Vector<URI> nodes, String verb, String path, String body)
            throws IOException {
        Option<IOException> last = Option.none();
        Option<HttpResponse<String>> unsure = Option.none();
        for (int i = 0; i < nodes.size(); i++) {
            int node = (first + i) % nodes.size();
            try {
                var answer = ask(nodes.get(node), verb, path, body);
                if (knows(answer)) {
                    first = node;
                    return answer;
                }
                unsure = Option.of(answer);
            } catch (IOException silent) {
                last = Option.of(silent);
            }
        }
        if (unsure.isDefined()) return unsure.get();
        throw new EngineFault(
                "no answer from the engine at "
                        + nodes.mkString(", ")
                        + ", or from the worker behind it"
                        + last.flatMap(fault -> Option.of(fault.getMessage()))
                                .map(why -> ": " + why)
                                .getOrElse(""));
    }

    /** A node that joins its cluster answers before it knows what the others know. */
    private static boolean knows(HttpResponse<String> answer) {
        return answer.statusCode() != NOT_FOUND && answer.statusCode() < FIRST_FAILURE;
    }

    private HttpResponse<String> ask(URI node, String verb, String path, String body)
            throws IOException {
        try {
            return client.send(
                    HttpRequest.newBuilder(node.resolve(path))
                            .timeout(timeout)
                            .header("content-type", "application/json")
                            .method(
                                    verb,
                                    body.isEmpty()
                                            ? BodyPublishers.noBody()
                                            : BodyPublishers.ofString(body))
                            .build(),
                    BodyHandlers.ofString());
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", left);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
