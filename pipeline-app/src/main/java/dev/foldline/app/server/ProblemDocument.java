package dev.foldline.app.server;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.server.call.ApiException;

import org.eclipse.jetty.http.HttpStatus;

import java.util.Map;

/** The body of an error, in the form of RFC 9457. */
final class ProblemDocument {
    static final String TYPE = "application/problem+json";

    private ProblemDocument() {}

    /**
     * Its members. {@code code} is for programs and stays the same; {@code error} is the same text
     * as {@code detail}.
     */
    static Map<String, Object> of(ApiException refusal) {
        var document =
                JsonOutput.fields(
                        "error",
                        refusal.message(),
                        "type",
                        "about:blank",
                        "title",
                        HttpStatus.getMessage(refusal.status()),
                        "status",
                        refusal.status(),
                        "code",
                        refusal.code(),
                        "detail",
                        refusal.message());
        if (!refusal.place().isEmpty()) document.put("place", refusal.place());
        if (!refusal.hint().isEmpty()) document.put("next", refusal.hint());
        return document;
    }
}
