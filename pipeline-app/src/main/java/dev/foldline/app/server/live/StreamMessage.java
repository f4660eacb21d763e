package dev.foldline.app.server.live;

import dev.foldline.app.history.EventFormatter;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.view.TerminalOutputs;
import dev.foldline.app.workflow.BroadcastText;
import dev.foldline.core.projection.runtime.Broadcast;

/**
 * A message to the subscribers of a workflow or run.
 *
 * @param type the same as in {@code json}
 * @param json one line
 */
record StreamMessage(StreamPosition at, String type, String json) {
    static final String RUN_EVENT = "run_event";

    static StreamMessage of(StreamPosition at, Broadcast reported) {
        return new StreamMessage(at, reported.type(), BroadcastText.of(reported));
    }

    /** That something happened in a run. */
    static StreamMessage of(ReplayStep moment) {
        return new StreamMessage(
                StreamPosition.behind(moment.seq()),
                RUN_EVENT,
                JsonOutput.compact(
                        JsonOutput.fields(
                                "type",
                                RUN_EVENT,
                                "run",
                                moment.after().header().run(),
                                "data",
                                JsonOutput.fields(
                                        "seq", moment.seq(), "text", EventFormatter.of(moment)))));
    }

    /** The same at another position. */
    StreamMessage at(StreamPosition other) {
        return new StreamMessage(other, type, json);
    }

    /** The message with its position, for transports that do not carry it. */
    String placed(MessageLog log) {
        return "{\"id\":\"" + log.id(at) + "\"," + json.substring(1);
    }

    /** Returns the message about a line that a terminal printed. */
    static String outputText(String workflow, TerminalOutputs.Line line) {
        return JsonOutput.compact(
                JsonOutput.fields(
                        "type",
                        "terminal_output",
                        "workflowId",
                        workflow,
                        "data",
                        JsonOutput.fields("terminalId", line.terminal(), "text", line.text())));
    }

    /** The notice to a slow subscriber; the missed messages follow. */
    static String laggedText(MessageLog log, StreamPosition after) {
        var document = JsonOutput.fields("type", "system.lagged");
        log.subject().forEach(workflow -> document.put("workflowId", workflow));
        document.put("data", JsonOutput.fields("after", log.id(after)));
        return JsonOutput.compact(document);
    }
}
