package dev.foldline.effects.agent.cli;

import dev.foldline.effects.agent.stream.FailureKind;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

import java.util.Optional;
import java.util.stream.Stream;

/** The error codes of providers, in the answer of a refused request. */
final class ProviderError {
    private ProviderError() {}

    /** A code is more precise than a status: a spent quota is a 429 as well. */
    static Optional<FailureKind> ofCode(String code) {
        return switch (code) {
            case "invalid_api_key", "authentication_error" -> Optional.of(FailureKind.AUTH);
            case "insufficient_quota", "billing_hard_limit_reached", "billing_not_active" ->
                    Optional.of(FailureKind.CREDIT);
            case "rate_limit_exceeded" -> Optional.of(FailureKind.RATE_LIMIT);
            case "context_length_exceeded" -> Optional.of(FailureKind.CONTEXT_FULL);
            case "model_not_found" -> Optional.of(FailureKind.MODEL_UNAVAILABLE);
            case "server_error", "overloaded_error" -> Optional.of(FailureKind.OVERLOADED);
            default -> Optional.empty();
        };
    }

    /** Returns the kind that the body of an answer names by its code or its type. */
    static Optional<FailureKind> kind(String body) {
        if (!body.startsWith("{")) return Optional.empty();
        try {
            var error = JsonMapper.shared().readTree(body).path("error");
            return Stream.of("code", "type")
                    .flatMap(field -> ofCode(error.path(field).asString("")).stream())
                    .findFirst();
        } catch (JacksonException notJson) {
            return Optional.empty();
        }
    }
}
