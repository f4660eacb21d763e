package dev.foldline.core.state;

import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import org.immutables.value.Value;

import java.time.Instant;

/**
 * Identifies a run and numbers its input.
 *
 * @param task id of the text of the run's task
 * @param rules version of the rules under which it was started
 * @param ticket the ticket of the next outcome, from 1
 * @param now the latest time in any event
 * @param lastInput number of the latest external input
 * @param epoch number of driver starts
 * @param until the phase before which the run pauses, if the user set one
 * @param parent the run that started it, if there is one
 */
@Value.Builder
public record Header(
        String run,
        Workflow workflow,
        String task,
        int rules,
        long ticket,
        Instant now,
        long lastInput,
        long epoch,
        Option<String> until,
        Option<ParentRun> parent)
        implements WithHeader {

    /** Returns a copy with other commands for these checks. */
    public Header checking(Map<String, Vector<CommandLine>> checks) {
        return checks.isEmpty()
                ? this
                : withWorkflow(
                        workflow.with(
                                workflow.policy()
                                        .withChecks(checks.merge(workflow.policy().checks()))));
    }

    public Header at(Instant time) {
        return time.isAfter(now) ? withNow(time) : this;
    }
}
