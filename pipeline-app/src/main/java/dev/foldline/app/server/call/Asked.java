package dev.foldline.app.server.call;

import dev.foldline.core.PipelineBug;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * What a call was asked with; all of it has been found to fit the call.
 *
 * @param names what stands in the path where the template has a name
 * @param body its text, if it is no object of JSON
 * @param lastEventId the last message of a stream that the client has seen
 */
record Asked(Map<String, String> names, Values query, Values fields, String body, Option<String> lastEventId) {

    String name(String name) { return names.get(name).getOrElseThrow(() -> new PipelineBug("the path has no " + name)); }
}
