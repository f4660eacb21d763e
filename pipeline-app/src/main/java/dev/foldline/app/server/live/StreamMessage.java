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
 * @param json one line
 */
record StreamMessage(StreamPosition at, String json) {

    static StreamMessage of(StreamPosition at, Broadcast reported) {
        return new StreamMessage(at, BroadcastText.of(reported));
    }

    /** That something happened in a run. */
    static StreamMessage of(ReplayStep moment) {
        return new StreamMessage(
                StreamPosition.behind(moment.seq()),
                JsonOutput.compact(
                        JsonOutput.fields(
                                "type",
                                "run_event",
                                "run",
                                moment.after().header().run(),
                                "data",
                                JsonOutput.fields(
                                        "seq", moment.seq(), "text", EventFormatter.of(moment)))));
    }

    /** The message with its position, for transports that do not carry it. */
    String placed() {
        return "{\"id\":\"" + at + "\"," + json.substring(1);
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
    static String laggedText(String workflow, StreamPosition after) {
        return JsonOutput.compact(
                JsonOutput.fields(
                        "type",
                        "system.lagged",
                        "workflowId",
                        workflow,
                        "data",
                        JsonOutput.fields("after", after.toString())));
    }
}
