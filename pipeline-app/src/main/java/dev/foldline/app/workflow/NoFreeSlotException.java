package dev.foldline.app.workflow;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import java.nio.file.Path;

/** As many workflows run as may. */
public final class NoFreeSlotException extends UserError {
    private static final long serialVersionUID = 1L;

    NoFreeSlotException(int workflowsMax, Path runs) {
        super(
                "Maximum concurrent workflows limit reached: " + workflowsMax,
                runs.toString(),
                "wait for one to end, or raise runtime.workflows",
                ExitCode.UNAVAILABLE);
    }
}
