package dev.foldline.app.command.task;

import dev.foldline.app.ExitCode;
import dev.foldline.core.projection.tdd.CallResponse;

/** The exit codes of an external agent's calls. */
final class WorkerExitCodes {
    private WorkerExitCodes() {}

    static ExitCode of(CallResponse.End end) {
        return switch (end) {
            case DELIVERED -> ExitCode.DONE;
            case REFUSED -> ExitCode.FAILED;
            case LOCKED -> ExitCode.LOCKED;
            case ESCALATED -> ExitCode.ESCALATED;
            case HALTED -> ExitCode.HALTED;
        };
    }
}
