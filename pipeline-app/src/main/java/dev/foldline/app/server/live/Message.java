package dev.foldline.app.server.live;

import dev.foldline.app.command.JsonText;
import dev.foldline.app.history.EventWords;
import dev.foldline.app.history.Moment;
import dev.foldline.app.runtime.BroadcastText;
import dev.foldline.core.projection.runtime.Broadcast;

/**
 * Something that became of a workflow, or happened in a run, as its clients are told.
 *
 * @param json one line
 */
record Message(Position at, String json) {

    static Message of(Position at, Broadcast told) { return new Message(at, BroadcastText.of(told)); }

    /** That something happened in a run. */
    static Message of(Moment moment) {
        return new Message(Position.behind(moment.seq()), JsonText.compact(JsonText.fields("type", "run_event", "run", moment.after().header().run(),
                "data", JsonText.fields("seq", moment.seq(), "text", EventWords.of(moment)))));
    }

    /** The same with its place in it, for whoever is told it without one. */
    String placed() { return "{\"id\":\"" + at + "\"," + json.substring(1); }

    /** What a client is told that could not keep up: what it missed follows. */
    static String lagged(String workflow, Position after) {
        return JsonText.compact(JsonText.fields("type", "system.lagged", "workflowId", workflow, "data", JsonText.fields("after", after.toString())));
    }
}
