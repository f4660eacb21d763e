package dev.foldline.app.mcp;

import dev.foldline.app.output.JsonOutput;

import java.util.Map;
import java.util.Optional;

/** What a call is answered with. */
sealed interface ToolReply {

    /**
     * It was done.
     *
     * @param document for programs: an object or an array that {@link JsonOutput} can write
     * @param remark a note for the user
     */
    record Result(Object document, Optional<String> remark) implements ToolReply {}

    /**
     * It was done, and a model reads the answer: it is sent once, as text.
     *
     * @param document as for {@link Result}
     */
    record ForModel(Map<String, Object> document) implements ToolReply {}

    /**
     * It was not done, and nothing was changed.
     *
     * @param code for programs
     * @param details what else belongs to the code, by name
     */
    record Refused(String code, String message, Map<String, Object> details) implements ToolReply {}

    static ToolReply of(Object document) {
        return new Result(document, Optional.empty());
    }

    /**
     * @param details names and values in turn
     */
    static Refused refusal(String code, String message, Object... details) {
        return new Refused(code, message, JsonOutput.fields(details));
    }
}
