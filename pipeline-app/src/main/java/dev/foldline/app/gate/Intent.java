package dev.foldline.app.gate;

import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;

/** What somebody wants of a gate. */
public enum Intent {
    LOOK, APPROVE, REJECT;

    /** Why nothing can be answered in a run that no gate holds. */
    String refusal(PipelineState state, String gate) {
        return switch (this) {
            case LOOK    -> "no gate " + gate + " is open";
            case APPROVE -> said(state, new Command.Approve(gate, Shown.NOTHING, ""));
            case REJECT  -> said(state, new Command.Reject(gate, Shown.NOTHING, "no"));
        };
    }

    private static String said(PipelineState state, Command command) {
        return Pipeline.admit(state, command).fold(refused -> refused.message(), _ -> "");
    }
}
