package dev.foldline.core.projection.runtime;

import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Recovery.Failure;
import dev.foldline.core.state.TerminalStatus;
import dev.foldline.core.workflow.builtin.Task;

import io.vavr.control.Option;

/**
 * The terminal that repairs a task's failures. A task has at most one, from the first failure on.
 *
 * @param description its purpose
 */
public record ErrorTerminal(TerminalStatus status, String description) {
    public static final String ROLE = Task.ERROR;

    /** Position after all other terminals. */
    public static final int ORDER = 999;

    /** Returns the message to the error terminal. */
    public static String message(String task, String failure) {
        return "[ERROR] Task "
                + task
                + " failed: "
                + failure
                + "\nPlease investigate and fix the error.";
    }

    /**
     * @param task the run of a task
     */
    public static Option<ErrorTerminal> of(PipelineState task) {
        return switch (task.slots().recovery()) {
            case Recovery.FixDue(var failure) -> Option.of(of(TerminalStatus.WAITING, failure));
            case Recovery.FixPrompted(var failure, _) ->
                    Option.of(
                            of(
                                    task.isFree() ? TerminalStatus.WAITING : TerminalStatus.WORKING,
                                    failure));
            case Recovery.Halting(var failure) when failure.attempts() > 1 ->
                    Option.of(of(TerminalStatus.FAILED, failure));
            case Recovery.Halted(var failure) when failure.attempts() > 1 ->
                    Option.of(of(TerminalStatus.FAILED, failure));
            case Recovery.Idle _,
                    Recovery.CleanDue _,
                    Recovery.Watching _,
                    Recovery.Passed _,
                    Recovery.Halting _,
                    Recovery.Halted _,
                    Recovery.Ending _ ->
                    task.ledger()
                            .withFix()
                            .map(why -> new ErrorTerminal(TerminalStatus.COMPLETED, about(why)));
        };
    }

    private static ErrorTerminal of(TerminalStatus status, Failure failure) {
        return new ErrorTerminal(status, about(failure.fault().message()));
    }

    /** Returns its purpose. */
    public static String about(String failure) {
        return "Error recovery for: " + failure;
    }
}
