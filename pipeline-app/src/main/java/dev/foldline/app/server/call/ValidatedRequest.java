package dev.foldline.app.server.call;

import dev.foldline.app.operation.Field;
import dev.foldline.app.operation.Input;
import dev.foldline.app.server.live.MessageLog;
import dev.foldline.app.server.live.MessageTypes;
import dev.foldline.app.server.live.StreamPosition;
import dev.foldline.app.user.ServerUser;
import dev.foldline.core.PipelineBug;

import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
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
        Option<String> session,
        ServerUser user) {

    /** What calls for a stream may be asked with. */
    static final Field<String> AFTER = Field.text("after", "start after the message with this id");

    static final Field<Boolean> OUTPUT =
            Field.truth("output", "also send what the terminals print, as it happens");

    static final Field<String> TYPES =
            Field.text(
                    "types",
                    "only messages of these types, separated by commas, such as"
                            + " gate_opened,run_status");

    /** Where a stream starts, if the client says so: the header counts before the address. */
    Option<StreamPosition> after(MessageLog log) {
        return lastEventId
                .orElse(query.find(AFTER))
                .map(
                        id ->
                                log.position(id)
                                        .getOrElseThrow(
                                                () ->
                                                        new ApiException(
                                                                400,
                                                                "no message is called " + id)));
    }

    /** The types of messages that the client wants; empty means all. */
    Set<String> types() {
        var types =
                query.find(TYPES)
                        .map(text -> HashSet.of(text.split(",")))
                        .getOrElse(HashSet::empty);
        for (var type : types)
            if (!MessageTypes.ALL.contains(type))
                throw new ApiException(
                        400,
                        "types must be of " + MessageTypes.ALL.mkString(", ") + ", not " + type);
        return types;
    }

    String name(String name) {
        return names.get(name).getOrElseThrow(() -> new PipelineBug("the path has no " + name));
    }
}
