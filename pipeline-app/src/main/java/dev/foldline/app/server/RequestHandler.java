package dev.foldline.app.server;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.StorageFailure;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.CurrentAuthor;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.server.RequestAuthenticator.Verdict;
import dev.foldline.app.server.call.ApiCall;
import dev.foldline.app.server.call.ApiException;
import dev.foldline.app.server.call.ApiResponse;
import dev.foldline.app.server.call.Router;
import dev.foldline.app.server.live.StreamClient;
import dev.foldline.app.server.live.StreamEndpoints;
import dev.foldline.app.user.ServerUser;
import dev.foldline.app.webhook.WebhookReceiver;
import dev.foldline.core.command.Author;
import dev.foldline.effects.redact.Redaction;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.DefaultHandler;
import org.eclipse.jetty.util.Callback;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Authenticates each request, routes it to its handler, and reports errors as JSON. */
final class RequestHandler extends Handler.Wrapper {
    private static final String ELSEWHERE = "this user may see other repositories only";
    private static final String FOREIGN = "only this server's own addresses are served";
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
    private final BrowserLogins browsers;
    private final Router router;
    private final StreamEndpoints streams;
    private final RequestContent content;
    private final IdempotencyKeys keys = new IdempotencyKeys();
    private final Reports reports;
    private final Option<MountedHandler> annex;
    private final StaticPages pages;
    private final WebhookEndpoint webhook;

    /**
     * What leaves the server.
     *
     * @param redaction what is taken out of every answer
     * @param bugs notified of internal errors
     * @param statistics counts the answers
     * @param log of requests and refusals
     */
    record Reports(
            Redaction redaction,
            Consumer<Throwable> bugs,
            HttpStatistics statistics,
            ServerLog log) {}

    /**
     * What there is to ask for.
     *
     * @param annex what answers at a path of its own
     * @param webhook receives the deliveries of the forge; or why there is none here
     */
    record Table(
            Router router,
            Option<MountedHandler> annex,
            StaticPages pages,
            Either<String, WebhookReceiver> webhook) {
        /** An annex starts and stops with the handler. */
        private Handler handler() {
            return annex.map(MountedHandler::handler).getOrElse(DefaultHandler::new);
        }
    }

    RequestHandler(
            RequestAuthenticator door,
            BrowserLogins browsers,
            Table table,
            StreamEndpoints streams,
            ServerLimits bounds,
            Reports reports) {
        super(table.handler());
        this.door = door;
        this.browsers = browsers;
        this.router = table.router();
        this.annex = table.annex();
        this.pages = table.pages();
        this.streams = streams;
        this.content = new RequestContent(bounds);
        this.reports = reports;
        this.webhook = new WebhookEndpoint(table.webhook(), content, reports.log());
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        HEADERS.forEach((name, value) -> response.getHeaders().put(name, value));
        Request.addCompletionListener(
                request,
                _ -> {
                    reports.statistics().count(request.getMethod(), response);
                    reports.log().answered(request, response);
                });
        try {
            if (annex.exists(each -> request.getHttpURI().getPath().equals(each.path())))
                return super.handle(request, response, callback);
            switch (withoutStream(request, answer(request))) {
                case ApiResponse.Json(var status, var document, var headers) -> {
                    headers.forEach((name, value) -> response.getHeaders().put(name, value));
                    new ResponseWriter(request, response, callback)
                            .write(
                                    status,
                                    ApiCall.Gives.JSON,
                                    reports.redaction().text(JsonOutput.compact(document)));
                }
                case ApiResponse.LoggedIn(var address, var cookie) -> {
                    response.getHeaders()
                            .put("Location", address)
                            .put("Set-Cookie", cookie)
                            .add("Set-Cookie", ReturnAddress.FORGOTTEN);
                    new ResponseWriter(request, response, callback)
                            .write(
                                    303,
                                    ApiCall.Gives.JSON,
                                    JsonOutput.compact(JsonOutput.fields()));
                }
                case ApiResponse.LoggedOut(var document) -> {
                    response.getHeaders()
                            .put("Set-Cookie", browsers.forgotten(Request.getLocalPort(request)));
                    new ResponseWriter(request, response, callback)
                            .write(200, ApiCall.Gives.JSON, JsonOutput.compact(document));
                }
                case ApiResponse.Unredacted(var document) ->
                        new ResponseWriter(request, response, callback)
                                .write(200, ApiCall.Gives.JSON, JsonOutput.compact(document));
                case ApiResponse.Unauthorized(var refusal) -> {
                    reports.log().refused(request, refusal.message());
                    turnAway(refusal, request, response, callback);
                }
                case ApiResponse.Page(var type, var content) ->
                        new ResponseWriter(request, response, callback).write(200, type, content);
                case ApiResponse.Messages messages ->
                        stream(
                                messages,
                                new StreamClient(request, response, admitted(knock(request))),
                                callback);
            }
        } catch (Throwable failure) {
            failed(failure, new ResponseWriter(request, response, callback));
        }
        return true;
    }

    private ApiResponse answer(Request request) throws Exception {
        var path = request.getHttpURI().getPath();
        if (path.equals(ApiCall.WEBHOOK) && request.getMethod().equals("POST"))
            return webhook.answer(request);
        var knock = knock(request);
        if (path.equals(BrowserLogins.PATH)
                && request.getMethod().equals("GET")
                && door.isAtHome(knock)) return browsers.enter(request, knock.port());
        if (ApiCall.isPublic(path) && door.isAtHome(knock))
            return routed(request, Option.none(), ServerUser.ANONYMOUS);
        return switch (door.judge(knock, browsers.user(knock))) {
            case Verdict.Foreign _ -> {
                reports.log().refused(request, FOREIGN);
                throw new ApiException(403, FOREIGN);
            }
            case Verdict.Elsewhere _ -> throw new ApiException(403, ELSEWHERE);
            case Verdict.Unknown(var reason) ->
                    new ApiResponse.Unauthorized(new ApiException(401, reason));
            case Verdict.Admitted(var user, var byLogin) -> {
                user.name().forEach(name -> request.setAttribute(ServerLog.USER, name));
                yield routed(
                        request, byLogin ? Option.ofOptional(knock.cookie()) : Option.none(), user);
            }
        };
    }

    private ApiResponse routed(Request request, Option<String> session, ServerUser user)
            throws Exception {
        var path = request.getHttpURI().getPath();
        var method = isHead(request) ? "GET" : request.getMethod();
        return switch (router.match(method, path)) {
            case Router.Match.Found(var call, _) when !user.role().allows(call.permission()) -> {
                content.drop(request);
                throw new ApiException(403, user.role().refusal(call.permission()));
            }
            case Router.Match.Found(var call, var names) ->
                    call(
                            call,
                            request,
                            new ApiCall.Request(
                                    names,
                                    RequestContent.query(request),
                                    content.body(request),
                                    Option.of(request.getHeaders().get("Last-Event-ID")),
                                    session,
                                    user));
            case Router.Match.WrongMethod(var allowed) ->
                    throw new WrongMethod(allowed.mkString(", "));
            case Router.Match.Nothing _ when method.equals("GET") ->
                    pages.at(path)
                            .getOrElseThrow(
                                    () -> new ApiException(404, "there is nothing at " + path));
            case Router.Match.Nothing _ ->
                    throw new ApiException(404, "there is nothing at " + path);
        };
    }

    /** What changes something is asked by a person: a token can be stolen. */
    private ApiResponse call(ApiCall call, Request request, ApiCall.Request asked)
            throws Exception {
        var user = asked.user();
        if (call.method() == ApiCall.Method.GET) return call.answer(asked);
        var client =
                CallerCheck.client(
                                Author.Channel.HTTP,
                                Request.getRemotePort(request),
                                Request.getLocalPort(request))
                        .getOrElseThrow(why -> new ApiException(403, why));
        Supplier<Author> author = () -> user.author(client.get());
        var key = Option.of(request.getHeaders().get(IdempotencyKeys.HEADER));
        if (key.isEmpty()) return CurrentAuthor.as(author, () -> call.answer(asked));
        return keys.once(
                key.get(),
                user.name() + "\n" + request.getHttpURI().getPathQuery() + "\n" + asked.body(),
                () -> CurrentAuthor.as(author, () -> call.answer(asked)));
    }

    /** Returns whether the request is by a user who may not know that there is this repository. */
    boolean isHidden(Request request) {
        var knock = knock(request);
        return door.judgeAgain(knock, browsers.user(knock)) instanceof Verdict.Elsewhere;
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
        return new RequestAuthenticator.Credentials(
                port,
                Optional.ofNullable(headers.get("Host")),
                Optional.ofNullable(headers.get("Origin")),
                Optional.ofNullable(headers.get("Authorization")),
                browsers.cookie(request),
                new RequestAuthenticator.Connection(
                        Request.getRemoteAddr(request), headers::getValuesList));
    }

    /** Repeats the authentication while a client follows a stream, because a login may end. */
    private BooleanSupplier admitted(RequestAuthenticator.Credentials knock) {
        return () -> door.judgeAgain(knock, browsers.user(knock)) instanceof Verdict.Admitted;
    }

    private void stream(ApiResponse.Messages messages, StreamClient client, Callback callback)
            throws IOException, InterruptedException {
        switch (messages.form()) {
            case EVENT_STREAM -> {
                streams.events(messages.wanted(), client);
                callback.succeeded();
            }
            case WEB_SOCKET -> {
                if (!streams.socket(messages.wanted(), client, callback))
                    throw new ApiException(426, "this is spoken to by a WebSocket only");
            }
        }
    }

    private void failed(Throwable failure, ResponseWriter writer) {
        if (writer.response().isCommitted()) {
            writer.callback().failed(failure);
            return;
        }
        switch (failure) {
            case UserError refused -> refuse(ApiException.of(refused), writer);
            case WrongMethod wrong -> {
                writer.response().getHeaders().put("Allow", wrong.allowed);
                refuse(new ApiException(405, String.valueOf(wrong.getMessage())), writer);
            }
            case IOException fault -> refuse(trouble(fault), writer);
            case UncheckedIOException fault ->
                    refuse(trouble(new IOException(fault.getMessage(), fault)), writer);
            case InterruptedException _ ->
                    refuse(new ApiException(503, "the server stops"), writer);
            default -> {
                reports.bugs().accept(failure);
                refuse(new ApiException(500, "internal error: " + failure), writer);
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
        var writer = new ResponseWriter(request, response, callback);
        if (!UnauthorizedPage.isRead(request)) {
            refuse(refusal, writer);
            return;
        }
        var page = UnauthorizedPage.of(refusal, browsers.address(request));
        writer.challenge(refusal);
        response.getHeaders().put("Content-Security-Policy", page.policy());
        writer.write(refusal.status(), UnauthorizedPage.TYPE, page.content());
    }

    private void refuse(ApiException refusal, ResponseWriter writer) {
        writer.challenge(refusal);
        // The unread rest of the request would be read as the next one.
        if (refusal.status() == 413 || refusal.status() == 503)
            writer.response().getHeaders().put("Connection", "close");
        writer.write(
                refusal.status(),
                ProblemDocument.TYPE,
                reports.redaction().text(JsonOutput.compact(ProblemDocument.of(refusal))));
    }
}
