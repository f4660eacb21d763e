package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;

import java.util.Optional;

/**
 * How a driver left a run, as far as the log does not tell it.
 *
 * @param exit what the command ends with instead of what the run's standing says
 */
public record RunResult(Optional<ExitCode> exit) {

    /** The run stands as its log says. */
    static final RunResult AS_IT_STANDS = new RunResult(Optional.empty());

    /** A termination signal stopped the driver. */
    static final RunResult TERMINATED = new RunResult(Optional.of(ExitCode.TERMINATED));

    /** The time that the driver was given is over. */
    static final RunResult TIME_OVER = new RunResult(Optional.of(ExitCode.UNAVAILABLE));

    /** It was to go this far only. */
    static final RunResult AS_FAR_AS_ASKED = new RunResult(Optional.of(ExitCode.DONE));
}
