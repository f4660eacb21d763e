package dev.foldline.app.notify;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.BiFunction;

/**
 * Posts notifications to an address.
 *
 * @param request completes the request for a notification
 */
record HttpChannel(
        String name,
        URI address,
        BiFunction<HttpRequest.Builder, Notification, HttpRequest.Builder> request)
        implements NotificationChannel {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int OK_MIN = 200;
    private static final int OK_MAX = 299;

    @Override
    public void deliver(Notification notification) throws IOException, InterruptedException {
        // A signed request is for one address: it must not follow a redirection.
        try (var client =
                HttpClient.newBuilder()
                        .connectTimeout(CONNECT_TIMEOUT)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .version(
                                "https".equalsIgnoreCase(address.getScheme())
                                        ? HttpClient.Version.HTTP_2
                                        : HttpClient.Version.HTTP_1_1)
                        .build()) {
            var answer =
                    client.send(
                            request.apply(
                                            HttpRequest.newBuilder(address).timeout(TIMEOUT),
                                            notification)
                                    .build(),
                            HttpResponse.BodyHandlers.discarding());
            if (answer.statusCode() < OK_MIN || answer.statusCode() > OK_MAX)
                throw new IOException(
                        address.getHost() + " answered with status " + answer.statusCode());
        }
    }

    static HttpRequest.BodyPublisher body(String text) {
        return HttpRequest.BodyPublishers.ofString(text, StandardCharsets.UTF_8);
    }
}
