package dev.foldline.app.history;

import dev.foldline.app.ExitCode;
import dev.foldline.core.Pipeline;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Awaited;
import dev.foldline.core.effect.Control;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a run stands, in the words and exit codes of the command line.
 *
 * @param exit what a command ends with that leaves the run here
 * @param reason one snake_case word for programs
 * @param phrase the same for people
 * @param fault what went wrong, where that is the reason
 * @param retryAt when the run may go on by itself
 * @param next commands to paste, the likeliest first
 */
public record Standing(
        ExitCode exit, String reason, String phrase, Optional<Fault> fault, Optional<Instant> retryAt, List<String> next) {
    private static final String AT_GATE = "waiting_for_approval";
    private static final String PAUSED = "paused";

    public Standing {
        next = List.copyOf(next);
    }

    /**
     * @param run how the commands to paste name it
     * @param driven whether a driver lives
     */
    public static Standing of(PipelineState state, String run, boolean driven) {
        return switch (Pipeline.decide(state).effect()) {
            case Control.Stop(var outcome) -> ended(outcome, run);
            case Control.Wait(var awaited, var until) when !awaited.isEmpty() -> waiting(awaited.head(), until.toJavaOptional(), run, driven);
            default -> underway(state, run, driven);
        };
    }

    /** The same run, left for a reason that its log does not tell. */
    public Standing leftFor(ExitCode other) {
        var why = other == ExitCode.TERMINATED ? "terminated" : other == ExitCode.DONE ? "as_far_as_asked" : reason;
        return new Standing(other, why, phrase, fault, retryAt, next);
    }

    /** Whether it waits for somebody to answer at a gate. */
    public boolean isAtGate() { return reason.equals(AT_GATE); }

    /** Whether somebody has held it. */
    public boolean isPaused() { return reason.equals(PAUSED); }

    /** A run that a driver has just taken. */
    public static Standing driven(String run) { return of(ExitCode.DONE, "running", "is running", "foldline watch " + run, "foldline pause " + run); }

    /** Where nothing is under way nothing was interrupted: its driver left it, or died between two effects, and it can go on. */
    private static Standing underway(PipelineState state, String run, boolean driven) {
        if (!driven && state.slots().recovery() instanceof Recovery.Ending(var outcome))
            return of(ExitCode.INTERRUPTED, "resumable", "is about to end, and nobody drives it: " + why(outcome), "foldline resume " + run);
        return driven ? driven(run)
                : state.isFree() ? of(ExitCode.INTERRUPTED, "resumable", "can go on, and nobody drives it", "foldline resume " + run)
                : of(ExitCode.INTERRUPTED, "interrupted", "was interrupted; nothing is lost", "foldline resume " + run);
    }

    private static String why(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed _                      -> "it is done";
            case Outcome.Failed(var fault)                -> fault.message();
            case Outcome.Rejected(var gate, var feedback) -> gate + " was rejected: " + feedback;
            case Outcome.Aborted(var why)                 -> "it was given up: " + why;
        };
    }

    private static Standing ended(Outcome outcome, String run) {
        return switch (outcome) {
            case Outcome.Completed _        -> of(ExitCode.DONE, "completed", "is done", "foldline log " + run);
            case Outcome.Failed(var fault)  -> of(exit(fault), "failed", "has failed", "foldline explain " + run,
                    "foldline log " + run).because(fault);
            case Outcome.Rejected(var gate, var feedback) -> of(ExitCode.FAILED, "rejected", "ended: " + gate + " was rejected: " + feedback,
                    "foldline log " + run);
            case Outcome.Aborted(var why)   -> of(ExitCode.FAILED, "aborted", "was given up: " + why, "foldline log " + run);
        };
    }

    /** A run that waits for somebody to answer at a gate. */
    public static Standing at(Gate gate, String run) {
        return of(ExitCode.PARKED, AT_GATE, "waits for approval of " + gate.id(),
                "foldline approve " + gate.id() + " " + run + " --revision " + gate.revision(),
                "foldline reject " + gate.id() + " " + run + " --revision " + gate.revision() + " -m \"" + Words.whyRejected(gate.onReject()) + "\"");
    }

    private static Standing waiting(Awaited awaited, Optional<Instant> until, String run, boolean driven) {
        return switch (awaited) {
            case Awaited.Resolution(var gate) -> at(gate, run);
            case Awaited.Resumption _         -> of(ExitCode.INTERRUPTED, PAUSED, "is paused", "foldline resume " + run);
            case Awaited.Refill(var meters)   -> spent(meters, run);
            case Awaited.Attention(var fault) -> of(exit(fault), "halted", "has halted and waits for a person",
                    "foldline explain " + run, "foldline retry " + run).because(fault);
            case Awaited.Moment(var notBefore, var why) -> resting(notBefore, why, run, driven);
            case Awaited.Call(var instruction, _) -> of(ExitCode.PARKED, "waiting_for_work", "waits for work from outside: " + instruction,
                    "foldline show " + run);
            case Awaited.ChildrenEnds(var list)   -> of(driven ? ExitCode.DONE : ExitCode.PARKED, "waiting_for_children",
                    "waits for the runs of its " + list + until.map(time -> " until " + time).orElse(""), "foldline status " + run);
        };
    }

    private static Standing spent(String meters, String run) {
        var wallOnly = List.of(meters.split(",")).stream().allMatch(meter -> meter.equals("wall") || meter.endsWith(".wall"));
        return of(wallOnly ? ExitCode.WALL_CLOCK : ExitCode.BUDGET_REACHED, wallOnly ? "wall_clock_limit" : "budget_reached",
                "has reached its budget (" + meters.replace(",", ", ") + "); its work is kept",
                "foldline resume " + run + more(meters), "foldline explain " + run);
    }

    private static String more(String meters) {
        var flags = new StringBuilder();
        for (var meter : List.of(meters.split(","))) {
            flags.append(" --budget ").append(meter).append(meter.endsWith("wall") ? "=+1h" : meter.endsWith("usd") ? "=+5" : meter.endsWith("tokens") ? "=+1000000" : "=+20");
        }
        return flags.toString();
    }

    private static Standing resting(Instant notBefore, Fault why, String run, boolean driven) {
        var unavailable = !driven || why.kind().remedy() == Fault.Remedy.WAIT_OR_OTHER_AGENT;
        return new Standing(unavailable ? ExitCode.UNAVAILABLE : ExitCode.DONE, unavailable ? "unavailable" : "waiting_to_retry", "waits until " + notBefore + " to try again",
                Optional.of(why), Optional.of(notBefore), List.of(driven ? "foldline watch " + run : "foldline resume " + run));
    }

    private static ExitCode exit(Fault fault) {
        return switch (fault.kind()) {
            case AUTHENTICATION, CREDIT -> ExitCode.AUTHENTICATION;
            case CONFLICT -> ExitCode.CONFLICT;
            default -> ExitCode.FAILED;
        };
    }

    private static Standing of(ExitCode exit, String reason, String phrase, String... next) {
        return new Standing(exit, reason, phrase, Optional.empty(), Optional.empty(), List.of(next));
    }

    private Standing because(Fault why) {
        return new Standing(exit, reason, phrase, Optional.of(why), retryAt, next);
    }
}
