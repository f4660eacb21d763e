package dev.foldline.effects.forge;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.net.ConnectException;
import java.util.Optional;
import java.util.stream.Stream;

/** Why a forge refused a request, in one short line. */
final class ForgeRefusal {
    private static final int EXCERPT = 300;

    private ForgeRefusal() {}

    /** Returns the status, the forge's reason, and what the user can check. */
    static String message(ForgeAnswer answer) {
        return "the forge answered with "
                + answer.status()
                + why(answer).map(reason -> ": " + reason).orElse("")
                + remedy(answer.status());
    }

    /** Returns the forge's reason, or the status if it gives none. */
    static String reason(ForgeAnswer answer) {
        return why(answer).orElse("the forge answered with " + answer.status());
    }

    private static String remedy(int status) {
        return switch (status) {
            case 301, 302, 307, 308 ->
                    "; if the repository was renamed, set the new address of the git remote";
            case 401 -> "; check the token";
            case 403 -> "; check the rights of the token";
            case 404 -> "; check the name of the repository and the rights of the token";
            case 407 -> "; check the proxy";
            default -> "";
        };
    }

    /** Returns the reason in an answer. */
    static Optional<String> why(ForgeAnswer answer) {
        try {
            var json = JsonMapper.shared().readTree(answer.body());
            return Stream.concat(
                            json.path("errors").valueStream().map(ForgeRefusal::error),
                            Stream.of(sentence(json.path("message")), sentence(json.path("error"))))
                    .filter(each -> !each.isBlank())
                    .map(ForgeRefusal::excerpt)
                    .findFirst();
        } catch (JacksonException noJson) {
            return Optional.empty();
        }
    }

    /** GitHub names a field and a code, and has a message for few of them. */
    private static String error(JsonNode error) {
        var message = sentence(error.path("message"));
        var field = ForgeText.text(error, "field");
        return !message.isBlank() || field.isEmpty()
                ? message
                : field + " is " + ForgeText.text(error, "code").replace('_', ' ');
    }

    /** A text, a list of texts, or lists of texts by the name of a field. */
    private static String sentence(JsonNode message) {
        if (message.isArray())
            return message.valueStream()
                    .map(ForgeRefusal::sentence)
                    .filter(each -> !each.isBlank())
                    .findFirst()
                    .orElse("");
        if (message.isObject())
            return message.propertyStream()
                    .map(each -> each.getKey() + " " + sentence(each.getValue()))
                    .findFirst()
                    .orElse("");
        return message.asString("");
    }

    /** Returns why a request could not be sent: a refused connection has no message. */
    static String why(IOException failure) {
        for (Throwable each = failure; each != null; each = each.getCause())
            if (each.getMessage() != null && !each.getMessage().isBlank())
                return excerpt(each.getMessage());
        return failure instanceof ConnectException
                ? "connection refused"
                : failure.getClass().getSimpleName();
    }

    private static String excerpt(String text) {
        return ForgeText.start(ForgeText.line(text), EXCERPT);
    }
}
