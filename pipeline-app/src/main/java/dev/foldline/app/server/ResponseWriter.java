package dev.foldline.app.server;

import dev.foldline.app.server.call.ApiException;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Writes responses and their headers. */
final class ResponseWriter {
    private ResponseWriter() {}

    static void challenge(ApiException refusal, Response response) {
        if (refusal.status() != 401) return;
        response.getHeaders().put("WWW-Authenticate", "Bearer");
        response.getHeaders().put("Connection", "close");
    }

    static void write(
            int status, String type, String content, Response response, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put("Content-Type", type);
        Content.Sink.write(response, true, content, callback);
    }
}
