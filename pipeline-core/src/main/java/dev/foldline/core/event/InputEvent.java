package dev.foldline.core.event;

import dev.foldline.core.projection.runtime.Report;
import dev.foldline.core.state.Life.Urgency;
import dev.foldline.core.state.Watched.Sighting;
import dev.foldline.core.workflow.Policy.Budget;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.time.Instant;

/** What came from outside and was legal. {@code n} counts a run's inputs from 1; only the next one is taken. */
public sealed interface InputEvent extends Event {

    long n();

    /** Whether a child run has told it, and neither a person nor another program. */
    default boolean isOfChild() { return this instanceof ChildReported || this instanceof ChildEnded; }

    /** A person holds the run. */
    record Paused(long n, Urgency urgency) implements InputEvent {}

    /** A person lets it go on. */
    record Resumed(long n) implements InputEvent {}

    /** A person gave the run up: its work is saved, then it ends. */
    record Aborted(long n, String why) implements InputEvent {}

    /** A gate was opened from outside, by a person or a policy. */
    record Frozen(long n, String gateId, String reason) implements InputEvent {}

    /**
     * A person let the run go on behind the gate.
     *
     * @param shown whether the person named the revision that was shown
     */
    record GateApproved(long n, String gateId, String instance, long revision, String feedback, boolean shown)
            implements InputEvent {}

    /** A person sent back what the gate showed. */
    record GateRejected(long n, String gateId, String instance, long revision, String feedback, boolean shown)
            implements InputEvent {}

    /**
     * A person looked at what halted: it is tried again, the ways back refuelled.
     *
     * @param preApproved the phase whose next gate is approved unseen; none, as in older logs, if it asks
     */
    record RetryGranted(long n, Option<String> preApproved) implements InputEvent {}

    /**
     * The whole new budget.
     *
     * @param phases of single phases, by phase id; none, as in older logs, if no phase has one
     */
    record BudgetRaised(long n, Budget budget, Map<String, Budget> phases) implements InputEvent {}

    /** A person said before which phase the run is to pause; before none it is not. */
    record UntilSet(long n, Option<String> phase) implements InputEvent {}

    /** A worker outside pulled or submitted something, or asked for a tool. */
    record Called(long n, String requestId, CallKind kind, String tool, Map<String, String> arguments, Instant at)
            implements InputEvent {}

    /** A child run came to an end. */
    record ChildEnded(long n, String list, String item, long spawnTicket, boolean completed, String why)
            implements InputEvent {}

    /**
     * A child run told how it stands.
     *
     * @param run its id
     * @param seq of the event in its log after which it stood so
     */
    record ChildReported(long n, String list, String item, long spawnTicket, String run, long seq, Report report) implements InputEvent {}

    /** Local branches of the repository were moved, mostly by new commits. */
    record CommitsSeen(long n, Sighting sighting) implements InputEvent {}

    /** Which call. */
    enum CallKind { GET, SUBMIT, TOOL }
}
