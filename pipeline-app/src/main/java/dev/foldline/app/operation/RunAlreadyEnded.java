package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Point;
import dev.foldline.effects.store.RunDirectory;

/** The run to continue has already ended. */
final class RunAlreadyEnded extends UserError {
    private static final long serialVersionUID = 1L;

    private final transient RunDirectory run;
    private final transient Point end;

    /**
     * @param instead what to do in place of it
     */
    RunAlreadyEnded(RunDirectory run, Point end, String instead) {
        super(
                "the run " + run.id() + " has ended",
                run.events().toString(),
                instead,
                ExitCode.USAGE);
        this.run = run;
        this.end = end;
    }

    RunDirectory run() {
        return run;
    }

    /** How it has ended. */
    Point end() {
        return end;
    }
}
