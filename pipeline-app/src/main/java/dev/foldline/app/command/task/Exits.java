package dev.foldline.app.command.task;

import dev.foldline.app.ExitCode;
import dev.foldline.core.projection.tdd.Answer;

/** The numbers in which the ends of a worker's calls are told to a shell. */
final class Exits {
    private Exits() {}

    static ExitCode of(Answer.End end) {
        return switch (end) {
            case DELIVERED -> ExitCode.DONE;
            case REFUSED   -> ExitCode.FAILED;
            case LOCKED    -> ExitCode.LOCKED;
            case ESCALATED -> ExitCode.ESCALATED;
            case HALTED    -> ExitCode.HALTED;
        };
    }
}
