package dev.foldline.app.server.live;

import dev.foldline.app.command.JsonText;
import dev.foldline.app.runtime.BroadcastText;
import dev.foldline.core.projection.runtime.Broadcast;

/**
 * Something that became of a workflow, as its clients are told.
 *
 * @param json one line
 */
record Message(Position at, String json) {

    static Message of(Position at, Broadcast told) { return new Message(at, BroadcastText.of(told)); }

    /** What a client is told that could not keep up: what it missed follows. */
    static String lagged(String workflow, Position after) {
        return JsonText.compact(JsonText.fields("type", "system.lagged", "workflowId", workflow, "data", JsonText.fields("after", after.toString())));
    }
}
