package dev.foldline.app.server;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.StorageFailure;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.CurrentAuthor;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.server.call.ApiCall;
import dev.foldline.app.server.call.ApiException;
import dev.foldline.app.server.call.ApiResponse;
import dev.foldline.app.server.call.Router;
import dev.foldline.app.server.live.StreamClient;
import dev.foldline.app.server.live.StreamEndpoints;
import dev.foldline.core.command.Author;
import dev.foldline.effects.redact.Redaction;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.io.EofException;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Authenticates each request, routes it to its handler, and reports errors as JSON. */
final class RequestHandler extends Handler.Wrapper {
    private static final String LOGIN = "/login";
    private static final Map<String, String> HEADERS =
            LinkedHashMap.of(
                    "Cache-Control",
                    "no-store",
                    "X-Content-Type-Options",
                    "nosniff",
                    "Referrer-Policy",
                    "no-referrer",
                    "Content-Security-Policy",
                    "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri"
                            + " 'none'; form-action 'self'");

    private final RequestAuthenticator door;
    private final Login login;
    private final Router router;
    private final StreamEndpoints streams;
    private final ServerLimits bounds;
    private final Reports reports;
    private final MountedHandler annex;

    /**
     * What leaves the server.
     *
     * @param redaction what is taken out of every answer
     * @param bugs notified of internal errors
     */
    record Reports(Redaction redaction, Consumer<Throwable> bugs) {}

    /**
     * What there is to ask for.
     *
     * @param annex what answers at a path of its own
     */
    record Table(Router router, MountedHandler annex) {}

    RequestHandler(
            RequestAuthenticator door,
            Login login,
            Table table,
            StreamEndpoints streams,
            ServerLimits bounds,
            Reports reports) {
        super(table.annex().handler());
        this.door = door;
        this.login = login;
        this.router = table.router();
        this.annex = table.annex();
        this.streams = streams;
        this.bounds = bounds;
        this.reports = reports;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        HEADERS.forEach((name, value) -> response.getHeaders().put(name, value));
        try {
            if (request.getHttpURI().getPath().equals(annex.path()))
                return super.handle(request, response, callback);
            switch (withoutStream(request, answer(request))) {
                case ApiResponse.Json(var status, var document, var headers) -> {
                    headers.forEach((name, value) -> response.getHeaders().put(name, value));
                    ResponseWriter.write(
                            status,
                            ApiCall.Gives.JSON,
                            reports.redaction().text(JsonOutput.compact(document)),
                            response,
                            callback);
                }
                case ApiResponse.LoggedOut(var document) -> {
                    response.getHeaders()
                            .put(
                                    "Set-Cookie",
                                    cookie(Request.getLocalPort(request), "") + "; Max-Age=0");
                    ResponseWriter.write(
                            200,
                            ApiCall.Gives.JSON,
                            JsonOutput.compact(document),
                            response,
                            callback);
                }
                case ApiResponse.Unredacted(var document) ->
                        ResponseWriter.write(
                                200,
                                ApiCall.Gives.JSON,
                                JsonOutput.compact(document),
                                response,
                                callback);
                case ApiResponse.Unauthorized(var refusal) ->
                        turnAway(refusal, request, response, callback);
                case ApiResponse.Page(var type, var content) ->
                        ResponseWriter.write(200, type, content, response, callback);
                case ApiResponse.Messages messages ->
                        stream(
                                messages,
                                new StreamClient(request, response, admitted(knock(request))),
                                callback);
            }
        } catch (Throwable failure) {
            failed(failure, response, callback);
        }
        return true;
    }

    private ApiResponse answer(Request request) throws Exception {
        var path = request.getHttpURI().getPath();
        var knock = knock(request);
        if (path.equals(LOGIN)
                && request.getMethod().equals("GET")
                && RequestAuthenticator.isAtHome(knock)) return entered(request, knock.port());
        switch (door.judge(knock, login.sessions())) {
            case FOREIGN ->
                    throw new ApiException(
                            403, "only this machine's own pages and names are served");
            case UNKNOWN -> {
                return new ApiResponse.Unauthorized(
                        new ApiException(
                                401, "show the token, or open the link that the server printed"));
            }
            case ADMITTED -> {}
        }
        var method = isHead(request) ? "GET" : request.getMethod();
        return switch (router.match(method, path)) {
            case Router.Match.Found(var call, var names) ->
                    call(
                            call,
                            request,
                            new ApiCall.Request(
                                    names,
                                    query(request),
                                    body(request),
                                    Option.of(request.getHeaders().get("Last-Event-ID")),
                                    Option.ofOptional(knock.cookie())));
            case Router.Match.WrongMethod(var allowed) ->
                    throw new WrongMethod(allowed.mkString(", "));
            case Router.Match.Nothing _ when method.equals("GET") ->
                    StaticPages.at(path)
                            .getOrElseThrow(
                                    () -> new ApiException(404, "there is nothing at " + path));
            case Router.Match.Nothing _ ->
                    throw new ApiException(404, "there is nothing at " + path);
        };
    }

    /** What changes something is asked by a person: a token can be stolen. */
    private static ApiResponse call(ApiCall call, Request request, ApiCall.Request asked)
            throws Exception {
        if (call.method() == ApiCall.Method.GET) return call.answer(asked);
        var author =
                CallerCheck.client(
                                Author.Channel.HTTP,
                                Request.getRemotePort(request),
                                Request.getLocalPort(request))
                        .getOrElseThrow(why -> new ApiException(403, why));
        return CurrentAuthor.as(author, () -> call.answer(asked));
    }

    private static boolean isHead(Request request) {
        return request.getMethod().equals("HEAD");
    }

    /** HEAD is answered with the headers of GET; a stream has no more to it. */
    private static ApiResponse withoutStream(Request request, ApiResponse answer) {
        return isHead(request) && answer instanceof ApiResponse.Messages
                ? new ApiResponse.Page("text/event-stream", "")
                : answer;
    }

    /** The path is known, the method is not. */
    private static final class WrongMethod extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String allowed;

        WrongMethod(String allowed) {
            super("only " + allowed + " is answered here");
            this.allowed = allowed;
        }
    }

    private RequestAuthenticator.Credentials knock(Request request) {
        int port = Request.getLocalPort(request);
        var headers = request.getHeaders();
        var cookie =
                Request.getCookies(request).stream()
                        .filter(each -> each.getName().equals(cookieName(port)))
                        .map(org.eclipse.jetty.http.HttpCookie::getValue)
                        .findFirst();
        return new RequestAuthenticator.Credentials(
                port,
                Optional.ofNullable(headers.get("Host")),
                Optional.ofNullable(headers.get("Origin")),
                Optional.ofNullable(headers.get("Authorization")),
                cookie);
    }

    /** Browsers send a cookie to all ports of a machine. */
    private static String cookieName(int port) {
        return "foldline-" + port;
    }

    private ApiResponse entered(Request request, int port) {
        var session = login.enter(query(request).get("token").getOrElse(""));
        if (session.isEmpty())
            return new ApiResponse.Unauthorized(
                    new ApiException(
                            403,
                            "this link has been used, is older than "
                                    + Login.LINK_LASTS.toMinutes()
                                    + " minutes, or is none of this server's"));
        return new ApiResponse.Json(
                303,
                JsonOutput.fields(),
                java.util.Map.of(
                        "Location",
                        "/",
                        "Set-Cookie",
                        cookie(port, session.get())
                                + "; Max-Age="
                                + Login.SESSION_LASTS.toSeconds()));
    }

    private static String cookie(int port, String secret) {
        return cookieName(port) + "=" + secret + "; Path=/; HttpOnly; SameSite=Strict";
    }

    private static Map<String, String> query(Request request) {
        try {
            return Request.extractQueryParameters(request).stream()
                    .map(each -> io.vavr.Tuple.of(each.getName(), String.valueOf(each.getValue())))
                    .collect(LinkedHashMap.collector());
        } catch (IllegalArgumentException broken) {
            throw new ApiException(400, "the query is not written as it must be");
        }
    }

    private String body(Request request) throws IOException {
        var body = received(request);
        if (body.length > bounds.bodyBytesMax())
            throw new ApiException(413, "at most " + bounds.bodyBytesMax() + " bytes are read");
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException broken) {
            throw new ApiException(400, "the body is not UTF-8");
        }
    }

    private byte[] received(Request request) throws IOException {
        try {
            var in = Request.asInputStream(request);
            var body = in.readNBytes(bounds.bodyBytesMax() + 1);
            if (body.length > bounds.bodyBytesMax())
                ServerLimits.discard(in, bounds.bodyBytesMax());
            return body;
        } catch (IOException | RuntimeException broken) {
            if (isMalformed(broken))
                throw new ApiException(400, "the body is incomplete, or its chunks are malformed");
            throw broken;
        }
    }

    private static boolean isMalformed(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(each -> each instanceof HttpException || each instanceof EofException);
    }

    /** Repeats the authentication while a client follows a stream, because a login may end. */
    private BooleanSupplier admitted(RequestAuthenticator.Credentials knock) {
        return () -> door.judge(knock, login.sessions()) == RequestAuthenticator.Verdict.ADMITTED;
    }

    private void stream(ApiResponse.Messages messages, StreamClient client, Callback callback)
            throws IOException, InterruptedException {
        switch (messages.form()) {
            case EVENT_STREAM -> {
                streams.events(messages.workflow(), messages.after(), messages.outputs(), client);
                callback.succeeded();
            }
            case WEB_SOCKET -> {
                if (!streams.socket(
                        messages.workflow(),
                        messages.after(),
                        messages.outputs(),
                        client,
                        callback))
                    throw new ApiException(426, "this is spoken to by a WebSocket only");
            }
        }
    }

    private void failed(Throwable failure, Response response, Callback callback) {
        if (response.isCommitted()) {
            callback.failed(failure);
            return;
        }
        switch (failure) {
            case UserError refused -> refuse(ApiException.of(refused), response, callback);
            case WrongMethod wrong -> {
                response.getHeaders().put("Allow", wrong.allowed);
                refuse(
                        new ApiException(405, String.valueOf(wrong.getMessage())),
                        response,
                        callback);
            }
            case IOException fault -> refuse(trouble(fault), response, callback);
            case UncheckedIOException fault ->
                    refuse(trouble(new IOException(fault.getMessage(), fault)), response, callback);
            case InterruptedException _ ->
                    refuse(new ApiException(503, "the server stops"), response, callback);
            default -> {
                reports.bugs().accept(failure);
                refuse(new ApiException(500, "internal error: " + failure), response, callback);
            }
        }
    }

    private static ApiException trouble(IOException fault) {
        var trouble = StorageFailure.of(fault, "", "");
        return ApiException.of(
                new UserError(trouble.message(), trouble.place(), trouble.hint(), ExitCode.BUG));
    }

    /** Answers a browser with a page that explains how to log in. */
    private void turnAway(
            ApiException refusal, Request request, Response response, Callback callback)
            throws IOException {
        if (!UnauthorizedPage.isRead(request)) {
            refuse(refusal, response, callback);
            return;
        }
        var page = UnauthorizedPage.of(refusal, request.getHeaders().get("Host"));
        ResponseWriter.challenge(refusal, response);
        response.getHeaders().put("Content-Security-Policy", page.policy());
        ResponseWriter.write(
                refusal.status(), UnauthorizedPage.TYPE, page.content(), response, callback);
    }

    private void refuse(ApiException refusal, Response response, Callback callback) {
        ResponseWriter.challenge(refusal, response);
        // The unread rest of the request would be read as the next one.
        if (refusal.status() == 413 || refusal.status() == 503)
            response.getHeaders().put("Connection", "close");
        var document = JsonOutput.fields("error", refusal.message());
        if (!refusal.place().isEmpty()) document.put("place", refusal.place());
        if (!refusal.hint().isEmpty()) document.put("next", refusal.hint());
        ResponseWriter.write(
                refusal.status(),
                ApiCall.Gives.JSON,
                reports.redaction().text(JsonOutput.compact(document)),
                response,
                callback);
    }
}
