package dev.foldline.core.command;

import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.projection.runtime.Report;
import dev.foldline.core.state.Life.Urgency;
import dev.foldline.core.state.Watched.Sighting;
import dev.foldline.core.workflow.Policy.Budget;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.time.Instant;

/** What a person, a worker that pulls, or another process asks for. {@code admit} says whether it is legal now. */
public sealed interface Command {

    /** Hold the run. */
    record Pause(Urgency urgency) implements Command {}

    /** Let a held run go on. */
    record Resume() implements Command {}

    /** End the run; its work is saved first. */
    record Abort(String why) implements Command {}

    /** Open a gate that no phase has. */
    record Freeze(String gateId, String reason) implements Command {}

    /** Approve an open gate, naming what was shown as far as the caller knows it. */
    record Approve(String gateId, Shown shown, String feedback) implements Command {}

    /** Send back what an open gate shows, with the reason. */
    record Reject(String gateId, Shown shown, String feedback) implements Command {}

    /**
     * Try again what has halted.
     *
     * @param preApproved the phase that has halted, if what it will make is approved unseen
     */
    record RetryHalted(Option<String> preApproved) implements Command {
        public RetryHalted() { this(Option.none()); }
    }

    /** Replace the budget, and those of single phases, by phase id. */
    record RaiseBudget(Budget budget, Map<String, Budget> phases) implements Command {
        /** Where no phase has one. */
        public RaiseBudget(Budget budget) { this(budget, LinkedHashMap.empty()); }
    }

    /** Pause when the run comes before this phase; if none is named, before no phase. */
    record GoUntil(Option<String> phase) implements Command {}

    /** A worker outside pulls an instruction, submits work, or asks for a tool. */
    record Call(String requestId, CallKind kind, String tool, Map<String, String> arguments, Instant at)
            implements Command {}

    /** A child run has ended. */
    record ReportChildEnd(String list, String item, long spawnTicket, boolean completed, String why)
            implements Command {}

    /**
     * A child run stands otherwise than before.
     *
     * @param run its id
     * @param seq of the event in its log after which it stands so
     */
    record ReportChild(String list, String item, long spawnTicket, String run, long seq, Report report) implements Command {}

    /** Local branches of the repository have been moved. */
    record SeeCommits(Sighting sighting) implements Command {}

    /** Which gate a resolution means. What is absent is not compared. */
    record Shown(Option<String> instance, Option<Long> revision, Option<String> tree) {
        public static final Shown NOTHING = new Shown(Option.none(), Option.none(), Option.none());
    }
}
