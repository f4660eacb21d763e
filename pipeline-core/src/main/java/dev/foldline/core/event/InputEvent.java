package dev.foldline.core.event;

import dev.foldline.core.state.PullRequest.Observation;
import dev.foldline.core.state.AddedItems;
import dev.foldline.core.state.ChildReport;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.state.Replacement;
import dev.foldline.core.state.TaskReport;
import dev.foldline.core.state.WatchedBranches.Sighting;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy.Budget;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/**
 * A legal external input. {@code n} counts a run's inputs from 1; only the next number is accepted.
 */
public sealed interface InputEvent extends Event {

    long n();

    /** Returns whether a child run reported this, rather than a user or another program. */
    default boolean isOfChild() {
        return this instanceof ChildReported || this instanceof ChildEnded;
    }

    /** The user paused the run. */
    record Paused(long n, Urgency urgency) implements InputEvent {}

    /** The user resumed the run. */
    record Resumed(long n) implements InputEvent {}

    /** The user ended a wait for a time. */
    record WaitSkipped(long n, Instant at) implements InputEvent {}

    /** The user aborted the run. Its work is saved, then it ends. */
    record Aborted(long n, String why) implements InputEvent {}

    /** A user or a policy opened a gate. */
    record Frozen(long n, String gateId, String reason) implements InputEvent {}

    /**
     * The user approved the gate.
     *
     * @param shown whether the user named the displayed revision
     */
    record GateApproved(
            long n, String gateId, String instance, long revision, String feedback, boolean shown)
            implements InputEvent {}

    /** The user rejected what the gate showed. */
    record GateRejected(
            long n, String gateId, String instance, long revision, String feedback, boolean shown)
            implements InputEvent {}

    /**
     * The user replaced an artifact that the gate showed. The gate then shows the next revision.
     *
     * @param revision the revision that was shown before
     */
    record ArtifactReplaced(
            long n, String gateId, String instance, long revision, Replacement replacement)
            implements InputEvent {}

    /**
     * The user retried a halted run. The rewinds are reset.
     *
     * @param preApproved the phase whose next gate is approved in advance; none, as in older logs,
     *     if the gate opens
     * @param checks the commands of checks whose configuration has changed
     */
    record RetryGranted(long n, Option<String> preApproved, Map<String, Vector<CommandLine>> checks)
            implements InputEvent {
        public RetryGranted(long n, Option<String> preApproved) {
            this(n, preApproved, LinkedHashMap.empty());
        }
    }

    /**
     * The budget is replaced.
     *
     * @param phases budgets of single phases, by phase id; none, as in older logs, if no phase has
     *     a budget
     */
    record BudgetRaised(long n, Budget budget, Map<String, Budget> phases) implements InputEvent {}

    /** The user set the phase before which the run pauses; none disables this pause. */
    record UntilSet(long n, Option<String> phase) implements InputEvent {}

    /** An external agent pulled an instruction, submitted work, or requested a tool. */
    record Called(
            long n,
            String requestId,
            CallKind kind,
            String tool,
            Map<String, String> arguments,
            Instant at)
            implements InputEvent {}

    /** A child run ended. */
    record ChildEnded(long n, String list, String item, long spawnTicket, ChildReport report)
            implements InputEvent {}

    /**
     * A child run reported its status.
     *
     * @param run id of the child run
     * @param seq sequence number, in the child's log, of the event after which it had this status
     */
    record ChildReported(
            long n,
            String list,
            String item,
            long spawnTicket,
            String run,
            long seq,
            TaskReport report)
            implements InputEvent {}

    /** Local branches of the repository moved, mostly because of new commits. */
    record CommitsSeen(long n, Sighting sighting) implements InputEvent {}

    /**
     * The work of a terminal was declared done.
     *
     * @param terminal its id in its task
     * @param commit the commit that reports it; none if the user declared it
     */
    record WorkDeclaredDone(long n, String terminal, Option<String> commit) implements InputEvent {}

    /** Work items were added. */
    record ItemsAdded(long n, AddedItems added) implements InputEvent {}

    /** The forge reported something new about the pull request. */
    record PullRequestSeen(long n, Observation observation) implements InputEvent {}

    /** Kind of call. */
    enum CallKind {
        GET,
        SUBMIT,
        TOOL
    }
}
