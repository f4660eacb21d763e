package dev.foldline.effects.fleet.restate;

import java.nio.charset.StandardCharsets;

/**
 * The objects of fleets, as the engine discovers them. A message that gets no answer is delivered
 * again at once, and later twice a second: the messages behind it wait. What was delivered is not
 * kept.
 */
final class EndpointManifest {
    static final String TYPE = "application/vnd.restate.endpointmanifest.v4+json";

    private static final String OBJECT =
            """
            {"name": "%s", "ty": "VIRTUAL_OBJECT",
             "handlers": [{"name": "%s", "ty": "EXCLUSIVE"}],
             "journalRetention": 0, "idempotencyRetention": 0,
             "inactivityTimeout": 10000, "abortTimeout": 10000,
             "retryPolicyInitialInterval": 100, "retryPolicyMaxInterval": 500,
             "retryPolicyMaxAttempts": 1000000}
            """;
    private static final String MANIFEST =
            """
            {"protocolMode": "REQUEST_RESPONSE", "minProtocolVersion": 5, "maxProtocolVersion": 5,
             "services": [%s, %s]}
            """;

    private EndpointManifest() {}

    static byte[] json() {
        return MANIFEST.formatted(object(RestateObjects.HOSTS), object(RestateObjects.RUNS))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String object(String name) {
        return OBJECT.formatted(name, RestateObjects.HANDLER);
    }
}
