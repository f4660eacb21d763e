package dev.foldline.app.server.call;

import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.Input;
import dev.foldline.app.server.live.StreamPosition;
import dev.foldline.core.PipelineBug;

import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * What a call was asked with; all of it has been found to fit the call.
 *
 * @param names what stands in the path where the template has a name
 * @param body its text, if it is no object of JSON
 * @param lastEventId the last message of a stream that the client has seen
 * @param session the secret of the login that the client came by, if it did
 */
record ValidatedRequest(
        Map<String, String> names,
        Input query,
        Input fields,
        String body,
        Option<String> lastEventId,
        Option<String> session) {

    /** What calls for a stream may be asked with. */
    static final Field<String> AFTER = Field.text("after", "start after the message with this id");

    static final Field<Boolean> OUTPUT =
            Field.truth("output", "also send what the terminals print, as it happens");

    /** Where a stream begins: what a browser that comes back says counts before the address. */
    StreamPosition after() {
        return lastEventId
                .orElse(query.find(AFTER))
                .map(
                        id ->
                                StreamPosition.read(id)
                                        .getOrElseThrow(
                                                () ->
                                                        new ApiException(
                                                                400, "no message is called " + id)))
                .getOrElse(StreamPosition.START);
    }

    String name(String name) {
        return names.get(name).getOrElseThrow(() -> new PipelineBug("the path has no " + name));
    }
}
