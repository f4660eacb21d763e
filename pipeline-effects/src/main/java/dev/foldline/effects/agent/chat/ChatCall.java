package dev.foldline.effects.agent.chat;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One request to a chat endpoint, and its answer as a stream. */
final class ChatCall {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(30);
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int ERROR_BYTES_MAX = 1 << 16;
    private static final int EXCERPT_CHARS = 300;
    private static final String DONE = "[DONE]";
    private static final List<String> LIMIT_HEADERS =
            List.of(
                    "retry-after",
                    "x-ratelimit-reset-requests",
                    "x-ratelimit-reset-tokens",
                    "x-ratelimit-reset");
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private static final String SYSTEM =
            "You have no tools, and you cannot read or write files: everything you need is in the"
                    + " prompt. If the prompt asks you to write a JSON file, reply with the content"
                    + " of that file, and with nothing else. Foldline stores your reply as that"
                    + " file.";

    private final ChatEndpoint endpoint;
    private final Optional<String> key;
    private final FrameWriter frames;
    private final HttpClient client;

    ChatCall(ChatEndpoint endpoint, Optional<String> key, FrameWriter frames) {
        this.endpoint = endpoint;
        this.key = key;
        this.frames = frames;
        // A key is for one host: it must not follow a redirection.
        this.client =
                HttpClient.newBuilder()
                        .connectTimeout(CONNECT_TIMEOUT)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .version(
                                "https".equalsIgnoreCase(endpoint.baseUrl().getScheme())
                                        ? HttpClient.Version.HTTP_2
                                        : HttpClient.Version.HTTP_1_1)
                        .build();
    }

    /** Returns the complete answer, or nothing if the call failed; the failure is printed. */
    Optional<String> ask(String prompt) {
        frames.print(
                frames.frame("request")
                        .put("address", endpoint.completions().toString())
                        .put("model", endpoint.model()));
        try {
            var response = send(prompt, true);
            if (response.statusCode() == BAD_REQUEST) {
                var refusal = ErrorResponse.of(response);
                if (!refusal.text().contains("stream_options")) return refuse(refusal);
                response = send(prompt, false);
            }
            return response.statusCode() == OK
                    ? read(response)
                    : refuse(ErrorResponse.of(response));
        } catch (IOException unreachable) {
            frames.fail("network", describe(unreachable));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            frames.fail("network", "interrupted");
        }
        return Optional.empty();
    }

    private HttpResponse<InputStream> send(String prompt, boolean countsTokens)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(endpoint.completions())
                        .header("Content-Type", "application/json")
                        .header("Accept", "text/event-stream, application/json")
                        .POST(
                                HttpRequest.BodyPublishers.ofString(
                                        body(prompt, countsTokens), StandardCharsets.UTF_8));
        key.ifPresent(each -> request.header("Authorization", "Bearer " + each));
        return client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    private String body(String prompt, boolean countsTokens) {
        var body = MAPPER.createObjectNode().put("model", endpoint.model()).put("stream", true);
        if (countsTokens) body.putObject("stream_options").put("include_usage", true);
        var messages = body.putArray("messages");
        messages.addObject().put("role", "system").put("content", SYSTEM);
        messages.addObject().put("role", "user").put("content", prompt);
        return MAPPER.writeValueAsString(body);
    }

    private Optional<String> read(HttpResponse<InputStream> response) throws IOException {
        frames.print(frames.frame("started").put("model", endpoint.model()));
        var answer = new StreamedAnswer(frames, endpoint);
        var type = response.headers().firstValue("content-type").orElse("");
        try (var body = response.body()) {
            // A server that does not stream sends the whole answer at once.
            if (type.toLowerCase(Locale.ROOT).startsWith("application/json"))
                return add(answer, new String(limited(body), StandardCharsets.UTF_8))
                        ? end(answer)
                        : Optional.empty();
            return events(answer, body);
        } catch (IOException broken) {
            answer.flush();
            frames.fail("cut", "the answer was cut off: " + describe(broken));
            return Optional.empty();
        }
    }

    private Optional<String> events(StreamedAnswer answer, InputStream body) throws IOException {
        var events =
                new ServerSentEvents(
                        new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8)));
        boolean any = false;
        for (var data = events.next(); data.isPresent(); data = events.next()) {
            if (data.get().strip().equals(DONE)) return end(answer);
            any = true;
            if (!add(answer, data.get())) return Optional.empty();
        }
        if (any) return end(answer);
        frames.fail("malformed", "the response is no stream of events");
        return Optional.empty();
    }

    /** Adds a part of the answer. Returns whether the call can go on. */
    private boolean add(StreamedAnswer answer, String data) {
        JsonNode part;
        try {
            part = MAPPER.readTree(data);
        } catch (JacksonException notJson) {
            answer.flush();
            frames.fail("malformed", "the response is not JSON: " + excerpt(data));
            return false;
        }
        if (part.has("error")) {
            answer.flush();
            refuse(new ErrorResponse(OK, data, Optional.empty()));
            return false;
        }
        if (answer.add(part)) return true;
        frames.fail("malformed", "the answer is too long");
        return false;
    }

    /** Only an answer whose end was announced is complete. */
    private Optional<String> end(StreamedAnswer answer) {
        answer.flush();
        switch (answer.finish().orElse("")) {
            case "stop" -> {
                if (!answer.text().isBlank()) return Optional.of(answer.text());
                frames.fail("empty", "the answer is empty");
            }
            case "" -> frames.fail("cut", "the answer was cut off");
            case "length" -> frames.fail("length", "the answer exceeds the model's output limit");
            case String other -> frames.fail("stopped", "the model stopped: " + excerpt(other));
        }
        return Optional.empty();
    }

    private Optional<String> refuse(ErrorResponse refusal) {
        var frame =
                frames.frame("failed")
                        .put("reason", "http")
                        .put("status", refusal.status())
                        .put("message", frames.redact(excerpt(refusal.message())))
                        .put("code", frames.redact(excerpt(refusal.code())));
        refusal.limit().ifPresent(text -> frame.put("resets", frames.redact(excerpt(text))));
        frames.print(frame);
        return Optional.empty();
    }

    /** A response that reports an error. */
    private record ErrorResponse(int status, String text, Optional<String> limit) {
        static ErrorResponse of(HttpResponse<InputStream> response) throws IOException {
            try (var body = response.body()) {
                var text = new String(body.readNBytes(ERROR_BYTES_MAX), StandardCharsets.UTF_8);
                return new ErrorResponse(
                        response.statusCode(),
                        text,
                        LIMIT_HEADERS.stream()
                                .flatMap(name -> response.headers().firstValue(name).stream())
                                .findFirst());
            }
        }

        private Optional<JsonNode> error() {
            try {
                var error = MAPPER.readTree(text).path("error");
                return error.isMissingNode() ? Optional.empty() : Optional.of(error);
            } catch (JacksonException notJson) {
                return Optional.empty();
            }
        }

        String message() {
            return error().map(
                            error ->
                                    error.isString()
                                            ? error.stringValue()
                                            : error.path("message").asString(""))
                    .filter(message -> !message.isBlank())
                    .orElseGet(() -> text.strip());
        }

        /** The machine-readable reason: the code, else the type. */
        String code() {
            return error().map(
                            error ->
                                    error.path("code").isString()
                                            ? error.path("code").stringValue()
                                            : error.path("type").asString(""))
                    .orElse("");
        }
    }

    private static byte[] limited(InputStream body) throws IOException {
        return body.readNBytes(StreamedAnswer.CHARS_MAX);
    }

    private static String excerpt(String text) {
        return text.length() <= EXCERPT_CHARS ? text : text.substring(0, EXCERPT_CHARS) + "...";
    }

    private static String describe(IOException failure) {
        var message = failure.getMessage();
        return failure.getClass().getSimpleName()
                + (message == null || message.isBlank() ? "" : ": " + message);
    }
}
