package dev.foldline.app.server.live;

import io.vavr.collection.Vector;

/** The types of the messages that have a position, as clients name them. */
public final class MessageTypes {
    public static final Vector<String> ALL =
            Vector.of(
                    StreamMessage.RUN_EVENT,
                    RunChange.STATUS,
                    RunChange.OPENED,
                    RunChange.APPROVED,
                    RunChange.REJECTED,
                    RunChange.CLOSED,
                    "status_update",
                    "task_status_update",
                    "terminal_status_update",
                    "terminal_completed",
                    "terminal_message",
                    "merge_progress",
                    "git_event",
                    "instruction",
                    "error",
                    "shutdown");

    private MessageTypes() {}
}
