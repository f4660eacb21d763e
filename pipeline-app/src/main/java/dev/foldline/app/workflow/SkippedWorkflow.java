package dev.foldline.app.workflow;

import dev.foldline.app.error.UserError;
import dev.foldline.effects.store.RunId;

/** A workflow with which something could not be done that was done with others, and why. */
public record SkippedWorkflow(RunId workflow, String why) {

    /** What happened, and what helps. */
    static String why(Exception refusal) {
        return refusal.getMessage()
                + (refusal instanceof UserError error && !error.hint().isEmpty()
                        ? "; " + error.hint()
                        : "");
    }
}
