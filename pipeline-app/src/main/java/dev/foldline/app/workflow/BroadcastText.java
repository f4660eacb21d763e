package dev.foldline.app.workflow;

import dev.foldline.app.output.JsonOutput;
import dev.foldline.core.projection.runtime.Broadcast;

/** How what is broadcast is written: one line of JSON. */
public final class BroadcastText {
    private BroadcastText() {}

    /**
     * For example {@code {"type":"status_update","workflowId":"r1","data":{"status":"running"}}}.
     */
    public static String of(Broadcast message) {
        return JsonOutput.compact(
                JsonOutput.fields(
                        "type",
                        message.type(),
                        "workflowId",
                        message.workflow(),
                        "data",
                        message.data().toJavaMap()));
    }
}
