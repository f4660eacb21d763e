package dev.foldline.app.server.call;

import dev.foldline.app.server.live.Position;
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
record Asked(Map<String, String> names, Values query, Values fields, String body, Option<String> lastEventId, Option<String> session) {

    /** What calls for a stream may be asked with. */
    static final Field AFTER = Field.text("after", "begin behind the message of this id");

    /** Where a stream begins: what a browser that comes back says counts before the address. */
    Position after() {
        return lastEventId.orElse(query.text("after")).map(id -> Position.read(id).getOrElseThrow(() -> new Refusal(400, "no message is called " + id)))
                .getOrElse(Position.START);
    }

    String name(String name) { return names.get(name).getOrElseThrow(() -> new PipelineBug("the path has no " + name)); }
}
