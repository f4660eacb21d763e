package dev.foldline.app.server;

import dev.foldline.app.server.call.ApiException;
import dev.foldline.app.server.call.ApiResponse;

import io.vavr.control.Option;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;

/**
 * The answers to requests with an {@code Idempotency-Key}: a request that arrives again is not
 * carried out again. A refused request has changed nothing, so its answer is not kept.
 */
final class IdempotencyKeys {
    static final String HEADER = "Idempotency-Key";

    private static final Pattern KEY = Pattern.compile("[!-~]{1,255}");
    private static final int KEYS_MAX = 1000;

    private final Map<String, KnownRequest> entries =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, KnownRequest> eldest) {
                    return size() > KEYS_MAX;
                }
            };

    /** A key, the request that it was sent with, and its answer once there is one. */
    private static final class KnownRequest {
        private final String request;
        private Option<ApiResponse> answer = Option.none();

        KnownRequest(String request) {
            this.request = request;
        }

        /** Waits for the same request if that is being carried out. */
        synchronized ApiResponse once(Callable<ApiResponse> action) throws Exception {
            if (answer.isEmpty()) answer = Option.of(action.call());
            return answer.get();
        }
    }

    /**
     * Carries out a request unless it was carried out before.
     *
     * @param request what identifies it: path and body
     * @throws ApiException if the key came with another request
     */
    ApiResponse once(String key, String request, Callable<ApiResponse> action) throws Exception {
        if (!KEY.matcher(key).matches())
            throw new ApiException(400, HEADER + " must have 1 to 255 visible ASCII characters");
        var entry = entry(key, request);
        if (!entry.request.equals(request))
            throw new ApiException(422, "this " + HEADER + " was sent with another request");
        return entry.once(action);
    }

    private synchronized KnownRequest entry(String key, String request) {
        return entries.computeIfAbsent(key, _ -> new KnownRequest(request));
    }
}
