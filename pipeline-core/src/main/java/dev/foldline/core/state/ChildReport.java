package dev.foldline.core.state;

import dev.foldline.core.state.Usage.Meter;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;

/**
 * What a child run of any workflow reports to its parent when it ends.
 *
 * @param why why it did not complete; empty if it did
 * @param usage what the child used
 * @param artifacts the artifacts it accepted last, by name, each with the hash of its content
 */
public record ChildReport(Status status, String why, Meter usage, Map<String, String> artifacts) {

    /** How a child run ended. */
    public enum Status {
        COMPLETED,
        FAILED,
        REJECTED,
        ABORTED
    }

    /** Reports a child of which nothing but its end is known. */
    public static ChildReport completed() {
        return new ChildReport(Status.COMPLETED, "", Meter.ZERO, LinkedHashMap.empty());
    }

    /** Reports a failed child of which nothing but its end is known. */
    public static ChildReport failed(String why) {
        return new ChildReport(Status.FAILED, why, Meter.ZERO, LinkedHashMap.empty());
    }

    public static ChildReport of(Outcome outcome, Meter usage, Map<String, String> artifacts) {
        return switch (outcome) {
            case Outcome.Completed _ -> new ChildReport(Status.COMPLETED, "", usage, artifacts);
            case Outcome.Failed(var fault) ->
                    new ChildReport(Status.FAILED, fault.message(), usage, artifacts);
            case Outcome.Rejected(_, var feedback) ->
                    new ChildReport(Status.REJECTED, feedback, usage, artifacts);
            case Outcome.Aborted(var why) -> new ChildReport(Status.ABORTED, why, usage, artifacts);
        };
    }

    public boolean isCompleted() {
        return status == Status.COMPLETED;
    }

    /** Returns a copy without usage and artifacts, to compare runs that spend differently. */
    public ChildReport unmetered() {
        return new ChildReport(status, why, Meter.ZERO, LinkedHashMap.empty());
    }
}
