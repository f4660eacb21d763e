package dev.foldline.app.server;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.server.call.ApiContext;
import dev.foldline.app.server.call.ApiException;
import dev.foldline.app.server.call.ApiResponse;
import dev.foldline.app.webhook.WebhookReceiver;

import io.vavr.control.Either;

import org.eclipse.jetty.server.Request;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * Takes the deliveries of the forge. Each is authenticated by the secret of the webhook, so it
 * needs no login. A body is read before that is known, so only a few are read at the same time.
 */
final class WebhookEndpoint {
    private static final int READ_AT_ONCE = 8;

    private final Either<String, WebhookReceiver> receiver;
    private final RequestContent content;
    private final ServerLog log;
    private final Semaphore reading = new Semaphore(READ_AT_ONCE);

    /**
     * @param receiver or why there is none
     */
    WebhookEndpoint(
            Either<String, WebhookReceiver> receiver, RequestContent content, ServerLog log) {
        this.receiver = receiver;
        this.content = content;
        this.log = log;
    }

    ApiResponse answer(Request request) throws IOException {
        try {
            return accepted(request);
        } catch (ApiException refusal) {
            log.refused(request, refusal.message());
            throw refusal;
        }
    }

    private ApiResponse accepted(Request request) throws IOException {
        if (receiver.isLeft()) {
            content.drop(request);
            throw new ApiException(404, receiver.getLeft());
        }
        return switch (receiver.get().receive(request.getHeaders()::getValuesList, body(request))) {
            case ACCEPTED -> answer(true);
            case OTHER_REPOSITORY -> answer(false);
            case UNSIGNED ->
                    throw new ApiException(
                            401, "the delivery is not authenticated by the webhook's secret");
            case MALFORMED ->
                    throw new ApiException(
                            400, "the delivery is no JSON object: let the forge send JSON");
        };
    }

    private byte[] body(Request request) throws IOException {
        if (!reading.tryAcquire()) throw new ApiException(503, "too many deliveries at once");
        try {
            return content.bytes(request);
        } finally {
            reading.release();
        }
    }

    private static ApiResponse answer(boolean isAccepted) {
        return new ApiResponse.Json(
                202,
                JsonOutput.fields("schema", ApiContext.WEBHOOK, "accepted", isAccepted),
                Map.of());
    }
}
