package dev.foldline.app.gate;

import dev.foldline.app.history.ValueFormatter;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.kernel.Pipeline;

/** The intended answer to a gate. */
public enum GateIntent {
    LOOK,
    APPROVE,
    REJECT,
    EDIT;

    /** Why nothing can be answered in a run that no gate holds. */
    String refusal(PipelineState state, String gate) {
        return switch (this) {
            case LOOK, EDIT -> "no gate " + gate + " is open";
            case APPROVE -> describe(state, new Command.Approve(gate, Shown.NOTHING, ""));
            case REJECT -> describe(state, new Command.Reject(gate, Shown.NOTHING, "no"));
        };
    }

    /** Returns the words that name this gate in a command. */
    String command(OpenGate open) {
        var which = open.gate().id() + " " + open.run().id();
        return switch (this) {
            case LOOK, EDIT -> "foldline gates " + which;
            case APPROVE ->
                    open.gate().question().isDefined()
                            ? "foldline approve " + which + " -m \"your answer\""
                            : "foldline approve " + which;
            case REJECT ->
                    "foldline reject "
                            + which
                            + " -m \""
                            + ValueFormatter.whyRejected(open.gate().onReject())
                            + "\"";
        };
    }

    private static String describe(PipelineState state, Command command) {
        return Pipeline.admit(state, command).fold(refused -> refused.message(), _ -> "");
    }
}
