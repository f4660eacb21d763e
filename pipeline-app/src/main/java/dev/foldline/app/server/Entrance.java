package dev.foldline.app.server;

import dev.foldline.app.ExitCode;
import dev.foldline.app.StorageTrouble;
import dev.foldline.app.UserError;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.server.call.Answer;
import dev.foldline.app.server.call.Call;
import dev.foldline.app.server.call.Refusal;
import dev.foldline.app.server.call.Router;
import dev.foldline.app.server.live.Client;
import dev.foldline.app.server.live.Streams;
import dev.foldline.effects.redact.Redaction;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Where every request comes in: it is let in or not, answered from the table of calls or handed to the annex, and what goes wrong is told as JSON. */
final class Entrance extends Handler.Wrapper {
    private static final String LOGIN = "/login";
    private static final Map<String, String> HEADERS = LinkedHashMap.of("Cache-Control", "no-store", "X-Content-Type-Options", "nosniff", "Referrer-Policy", "no-referrer",
            "Content-Security-Policy", "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'");

    private final Door door;
    private final Login login;
    private final Router router;
    private final Streams streams;
    private final Bounds bounds;
    private final Reports reports;
    private final Annex annex;

    /**
     * What leaves the server.
     *
     * @param redaction what is taken out of every answer
     * @param bugs told of mistakes of ours
     */
    record Reports(Redaction redaction, Consumer<Throwable> bugs) {}

    /**
     * What there is to ask for.
     *
     * @param annex what answers at a path of its own
     */
    record Table(Router router, Annex annex) {}

    Entrance(Door door, Login login, Table table, Streams streams, Bounds bounds, Reports reports) {
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
            refuseCrowd(request);
            if (request.getHttpURI().getPath().equals(annex.path())) return super.handle(request, response, callback);
            switch (answer(request)) {
                case Answer.Told(var status, var document, var headers) -> {
                    headers.forEach((name, value) -> response.getHeaders().put(name, value));
                    write(status, Call.Gives.JSON, reports.redaction().text(JsonText.compact(document)), response, callback);
                }
                case Answer.Parted(var document) -> {
                    response.getHeaders().put("Set-Cookie", cookie(Request.getLocalPort(request), "") + "; Max-Age=0");
                    write(200, Call.Gives.JSON, JsonText.compact(document), response, callback);
                }
                case Answer.Revealed(var document) -> write(200, Call.Gives.JSON, JsonText.compact(document), response, callback);
                case Answer.TurnedAway(var refusal) -> turnAway(refusal, request, response, callback);
                case Answer.Page(var type, var content) -> write(200, type, content, response, callback);
                case Answer.Messages messages -> stream(messages, new Client(request, response, admitted(knock(request))), callback);
            }
        } catch (Throwable failure) {
            failed(failure, response, callback);
        }
        return true;
    }

    /** As long as somebody else can still be spoken to, it is said. */
    private void refuseCrowd(Request request) {
        if (request.getConnectionMetaData().getConnector().getConnectedEndPoints().size() > bounds.connectionsMax())
            throw new Refusal(503, "too many connections: at most " + bounds.connectionsMax());
    }

    private Answer answer(Request request) throws IOException, InterruptedException {
        var path = request.getHttpURI().getPath();
        var knock = knock(request);
        if (path.equals(LOGIN) && request.getMethod().equals("GET") && Door.isAtHome(knock)) return entered(request, knock.port());
        switch (door.judge(knock, login.sessions())) {
            case FOREIGN  -> throw new Refusal(403, "only this machine's own pages and names are served");
            case UNKNOWN  -> { return new Answer.TurnedAway(new Refusal(401, "show the token, or open the link that the server printed")); }
            case ADMITTED -> {}
        }
        return switch (router.match(request.getMethod(), path)) {
            case Router.Match.Found(var call, var names) -> call.answer(new Call.Request(names, query(request), body(request),
                    Option.of(request.getHeaders().get("Last-Event-ID")), Option.ofOptional(knock.cookie())));
            case Router.Match.WrongMethod(var allowed)   -> throw new WrongMethod(allowed.mkString(", "));
            case Router.Match.Nothing _ when request.getMethod().equals("GET") -> Pages.at(path).getOrElseThrow(() -> new Refusal(404, "there is nothing at " + path));
            case Router.Match.Nothing _                  -> throw new Refusal(404, "there is nothing at " + path);
        };
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

    private Door.Knock knock(Request request) {
        int port = Request.getLocalPort(request);
        var headers = request.getHeaders();
        var cookie = Request.getCookies(request).stream().filter(each -> each.getName().equals(cookieName(port))).map(org.eclipse.jetty.http.HttpCookie::getValue).findFirst();
        return new Door.Knock(port, Optional.ofNullable(headers.get("Host")), Optional.ofNullable(headers.get("Origin")),
                Optional.ofNullable(headers.get("Authorization")), cookie);
    }

    /** Browsers send a cookie to all ports of a machine. */
    private static String cookieName(int port) { return "foldline-" + port; }

    private Answer entered(Request request, int port) {
        var session = login.enter(query(request).get("token").getOrElse(""));
        if (session.isEmpty())
            return new Answer.TurnedAway(new Refusal(403, "this link has been used, is older than " + Login.LINK_LASTS.toMinutes() + " minutes, or is none of this server's"));
        return new Answer.Told(303, JsonText.fields(), java.util.Map.of("Location", "/",
                "Set-Cookie", cookie(port, session.get()) + "; Max-Age=" + Login.SESSION_LASTS.toSeconds()));
    }

    private static String cookie(int port, String secret) { return cookieName(port) + "=" + secret + "; Path=/; HttpOnly; SameSite=Strict"; }

    private static Map<String, String> query(Request request) {
        try {
            return Request.extractQueryParameters(request).stream().map(each -> io.vavr.Tuple.of(each.getName(), String.valueOf(each.getValue())))
                    .collect(LinkedHashMap.collector());
        } catch (IllegalArgumentException broken) {
            throw new Refusal(400, "the query is not written as it must be");
        }
    }

    private String body(Request request) throws IOException {
        var body = Request.asInputStream(request).readNBytes(bounds.bodyBytesMax() + 1);
        if (body.length > bounds.bodyBytesMax()) throw new Refusal(413, "at most " + bounds.bodyBytesMax() + " bytes are read");
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException broken) {
            throw new Refusal(400, "the body is not UTF-8");
        }
    }

    /** Asked again for as long as somebody follows: a login may end. */
    private BooleanSupplier admitted(Door.Knock knock) { return () -> door.judge(knock, login.sessions()) == Door.Verdict.ADMITTED; }

    private void stream(Answer.Messages messages, Client client, Callback callback) throws IOException, InterruptedException {
        switch (messages.form()) {
            case EVENT_STREAM -> {
                streams.events(messages.workflow(), messages.after(), client);
                callback.succeeded();
            }
            case WEB_SOCKET -> {
                if (!streams.socket(messages.workflow(), messages.after(), client, callback)) throw new Refusal(426, "this is spoken to by a WebSocket only");
            }
        }
    }

    private void failed(Throwable failure, Response response, Callback callback) {
        if (response.isCommitted()) {
            callback.failed(failure);
            return;
        }
        switch (failure) {
            case UserError refused          -> refuse(Refusal.of(refused), response, callback);
            case WrongMethod wrong -> {
                response.getHeaders().put("Allow", wrong.allowed);
                refuse(new Refusal(405, String.valueOf(wrong.getMessage())), response, callback);
            }
            case IOException fault          -> refuse(trouble(fault), response, callback);
            case UncheckedIOException fault -> refuse(trouble(new IOException(fault.getMessage(), fault)), response, callback);
            case InterruptedException _     -> refuse(new Refusal(503, "the server stops"), response, callback);
            default -> {
                reports.bugs().accept(failure);
                refuse(new Refusal(500, "a bug of ours: " + failure), response, callback);
            }
        }
    }

    private static Refusal trouble(IOException fault) {
        var trouble = StorageTrouble.of(fault, "", "");
        return Refusal.of(new UserError(trouble.message(), trouble.place(), trouble.hint(), ExitCode.BUG));
    }

    /** People are told in a page of their own how to come in. */
    private void turnAway(Refusal refusal, Request request, Response response, Callback callback) throws IOException {
        if (!Outside.isRead(request)) {
            refuse(refusal, response, callback);
            return;
        }
        var page = Outside.of(refusal, request.getHeaders().get("Host"));
        challenge(refusal, response);
        response.getHeaders().put("Content-Security-Policy", page.policy());
        write(refusal.status(), Outside.TYPE, page.content(), response, callback);
    }

    private static void challenge(Refusal refusal, Response response) {
        if (refusal.status() == 401) response.getHeaders().put("WWW-Authenticate", "Bearer");
    }

    private void refuse(Refusal refusal, Response response, Callback callback) {
        challenge(refusal, response);
        // What was not read of the request cannot be told from the next one.
        if (refusal.status() == 413 || refusal.status() == 503) response.getHeaders().put("Connection", "close");
        var document = JsonText.fields("error", refusal.message());
        if (!refusal.place().isEmpty()) document.put("place", refusal.place());
        if (!refusal.hint().isEmpty()) document.put("next", refusal.hint());
        write(refusal.status(), Call.Gives.JSON, reports.redaction().text(JsonText.compact(document)), response, callback);
    }

    private static void write(int status, String type, String content, Response response, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put("Content-Type", type);
        Content.Sink.write(response, true, content, callback);
    }
}
