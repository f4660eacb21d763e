package dev.foldline.app.workflow;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.run.CommandClient;
import dev.foldline.core.command.Command;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.poll.Poller;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * Pauses or cancels a workflow that has, or had, a driver in some process.
 *
 * @param timeout how long its driver may take to answer
 */
public record WorkflowPauser(Runs runs, RunDirectory workflow, Duration timeout) {
    /** Default grace period for running effects. */
    public static final Duration GRACE = Duration.ofSeconds(15);

    private static final Duration AGAIN = Duration.ofMillis(50);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    public WorkflowPauser(Runs runs, RunDirectory workflow) {
        this(runs, workflow, PATIENCE);
    }

    /**
     * Holds it, so that it can be resumed: it is asked to pause, and after the grace its agents are
     * ended.
     *
     * @throws UserError if it is not running
     */
    public void stop(Duration grace) throws IOException, InterruptedException {
        if (!isRunning()) throw refusal("is not running");
        var left = timeout;
        if (grace.isPositive()) {
            // A driver that does not answer receives both: when it reads them, the grace is over.
            if (!isAnswered(new Command.Pause(Urgency.WHEN_DONE), timeout, "stopped"))
                left = Duration.ZERO;
            else if (isLeft(grace)) return;
        }
        if (!isAnswered(new Command.Pause(Urgency.NOW), left, "stopped")) throw unanswered();
        if (!isLeft(PATIENCE)) throw refusal("is still running; it has been asked to stop");
    }

    /**
     * Cancels the workflow and all its tasks if it has a driver, and returns whether it had one.
     */
    public boolean cancelled(String why) throws IOException, InterruptedException {
        if (RunLock.holder(workflow.lock()).isEmpty()) return false;
        if (!isAnswered(new Command.Abort(why), timeout, "cancelled")) throw unanswered();
        if (!isLeft(PATIENCE)) throw refusal("is still running; it has been asked to end");
        return WorkflowView.status(workflow, runs) == WorkflowStatus.CANCELLED;
    }

    /** Returns whether the workflow has a driver, waits for one, or had one that died. */
    boolean isRunning() throws IOException {
        if (RunLock.holder(workflow.lock()).isPresent()) return true;
        var status = WorkflowView.status(workflow, runs);
        return status == WorkflowStatus.QUEUED
                || status == WorkflowStatus.RUNNING
                || status == WorkflowStatus.MERGING;
    }

    /** Whether its driver has answered by then; if not, the command stands. */
    private boolean isAnswered(Command command, Duration timeout, String what)
            throws IOException, InterruptedException {
        return switch (CommandClient.send(workflow, command, runs.redaction(), timeout)) {
            case CommandClient.Answer.Accepted _ -> true;
            case CommandClient.Answer.NotYet _ -> false;
            case CommandClient.Answer.Refused(var rejection) ->
                    throw refusal("cannot be " + what + ": " + rejection.message());
        };
    }

    /** Reports that the driver does not answer, instead of waiting for it to exit. */
    private UserError unanswered() {
        return new UserError(
                "The driver of workflow "
                        + workflow.id()
                        + " has not answered yet; the command is queued",
                workflow.path().toString(),
                "foldline workflow status " + workflow.id(),
                ExitCode.UNAVAILABLE);
    }

    /** Returns whether the driver exits within this time. */
    private boolean isLeft(Duration timeout) throws IOException, InterruptedException {
        return Poller.within(timeout, AGAIN)
                .poll(() -> RunLock.holder(workflow.lock()), Optional::isEmpty)
                .isEmpty();
    }

    private UserError refusal(String what) {
        return new UserError(
                "Workflow " + workflow.id() + " " + what,
                workflow.path().toString(),
                "foldline workflow status " + workflow.id(),
                ExitCode.FAILED);
    }
}
