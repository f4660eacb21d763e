package dev.foldline.app.mcp;

import dev.foldline.app.command.JsonText;
import java.util.Map;
import java.util.Optional;

/** What a call is answered with. */
sealed interface Reply {

    /**
     * It was done.
     *
     * @param document for programs: an object or an array that {@link JsonText} can write
     * @param remark for whoever reads along
     */
    record Told(Object document, Optional<String> remark) implements Reply {}

    /**
     * It was not done, and nothing was changed.
     *
     * @param code for programs
     * @param details what else belongs to the code, by name
     */
    record Refused(String code, String message, Map<String, Object> details) implements Reply {}

    static Reply told(Object document) { return new Told(document, Optional.empty()); }

    /** @param details names and values in turn */
    static Refused refused(String code, String message, Object... details) { return new Refused(code, message, JsonText.fields(details)); }
}
