package dev.foldline.core.command;

import dev.foldline.core.event.InputEvent.CallKind;
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
 * A request from a user, an external agent or another process. {@code admit} decides whether it is
 * legal now.
 */
public sealed interface Command {

    /** Pause the run. */
    record Pause(Urgency urgency) implements Command {}

    /** Resume a paused run. */
    record Resume() implements Command {}

    /** End a wait now: for the end of an agent's limit, or for a retry. */
    record SkipWait(Instant at) implements Command {}

    /** Abort the run; its work is saved first. */
    record Abort(String why) implements Command {}

    /** Open a gate that is not defined by a phase. */
    record Freeze(String gateId, String reason) implements Command {}

    /** Approve an open gate and name what was shown, as far as the caller knows. */
    record Approve(String gateId, Shown shown, String feedback) implements Command {}

    /** Reject what an open gate shows, with the reason. */
    record Reject(String gateId, Shown shown, String feedback) implements Command {}

    /**
     * Replace an artifact that an open gate shows, and name the gate as it was shown, as far as the
     * caller knows.
     */
    record ReplaceArtifact(String gateId, Shown shown, Replacement replacement)
            implements Command {}

    /**
     * Retry a halted run.
     *
     * @param preApproved the halted phase, if its result is approved in advance
     * @param checks the current commands of named checks
     */
    record RetryHalted(Option<String> preApproved, Map<String, Vector<CommandLine>> checks)
            implements Command {
        public RetryHalted() {
            this(Option.none());
        }

        public RetryHalted(Option<String> preApproved) {
            this(preApproved, LinkedHashMap.empty());
        }
    }

    /** Replace the run's budget and the budgets of single phases, by phase id. */
    record RaiseBudget(Budget budget, Map<String, Budget> phases) implements Command {
        /** A budget without limits for single phases. */
        public RaiseBudget(Budget budget) {
            this(budget, LinkedHashMap.empty());
        }
    }

    /** Pause before this phase, or before no phase if none is named. */
    record SetUntil(Option<String> phase) implements Command {}

    /** An external agent pulls an instruction, submits work, or requests a tool. */
    record Call(
            String requestId, CallKind kind, String tool, Map<String, String> arguments, Instant at)
            implements Command {}

    /** Report that a child run has ended. */
    record ReportChildEnd(String list, String item, long spawnTicket, ChildReport report)
            implements Command {
        /** The end of a child of which nothing else is known. */
        public ReportChildEnd(
                String list, String item, long spawnTicket, boolean completed, String why) {
            this(
                    list,
                    item,
                    spawnTicket,
                    completed ? ChildReport.completed() : ChildReport.failed(why));
        }
    }

    /**
     * Report the changed status of a child run.
     *
     * @param run id of the child run
     * @param seq sequence number, in the child's log, of the event after which it has this status
     */
    record ReportChild(
            String list, String item, long spawnTicket, String run, long seq, TaskReport report)
            implements Command {}

    /** Report that local branches of the repository have moved. */
    record SeeCommits(Sighting sighting) implements Command {}

    /**
     * Declare that the terminal whose turn it is has completed its work. A call in progress is
     * cancelled.
     *
     * @param terminal its id in its task
     * @param commit the commit that reports it; none if the user declares it
     */
    record DeclareDone(String terminal, Option<String> commit) implements Command {}

    /** Add work items to a workflow that still works on the items of their lists. */
    record AddItems(AddedItems added) implements Command {}

    /** Report the state of the pull request, as the forge shows it now. */
    record SeePullRequest(Observation observation) implements Command {}

    /** Identifies the gate that a resolution refers to. Absent fields are not compared. */
    record Shown(Option<String> instance, Option<Long> revision, Option<String> tree) {
        public static final Shown NOTHING = new Shown(Option.none(), Option.none(), Option.none());
    }
}
