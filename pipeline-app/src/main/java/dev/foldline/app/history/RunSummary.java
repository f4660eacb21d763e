package dev.foldline.app.history;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.repository.SeriesPosition;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.RunEnd;
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.Retry;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.log.LogDamage;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a run stands, in the words and exit codes of the command line.
 *
 * @param exit what a command ends with that leaves the run here
 * @param reason one snake_case word for programs
 * @param phrase the same as text
 * @param fault what went wrong, where that is the reason
 * @param retryAt when the run may go on by itself
 * @param next commands to paste, the likeliest first
 */
public record RunSummary(
        ExitCode exit,
        String reason,
        String phrase,
        Optional<Fault> fault,
        Optional<Instant> retryAt,
        List<String> next) {
    private static final String AT_GATE = "waiting_for_approval";
    private static final String PAUSED = "paused";
    private static final String NOTHING_LOST = "; no work is lost";
    private static final String LOG_CUT = "log_cut";

    public RunSummary {
        next = List.copyOf(next);
    }

    /**
     * @param run how the commands to paste name it
     * @param driven whether a driver lives
     */
    public static RunSummary of(PipelineState state, String run, boolean driven) {
        if (RunEnd.foundNothing(state))
            return of(
                    ExitCode.DONE,
                    "nothing_left",
                    "is done: nothing is left to do in the plan",
                    "foldline log " + run);
        var standing = ofRun(state, run, driven);
        return BuiltinWorkflows.speech(state.workflow()) == BuiltinWorkflows.Speech.TASKS
                ? standing.ofWorkflow(run)
                : standing;
    }

    private static RunSummary ofRun(PipelineState state, String run, boolean driven) {
        return switch (Pipeline.decide(state).effect()) {
            case Control.Stop(var outcome) -> ended(outcome, run);
            case Control.Wait(var awaited, _)
                    when !awaited.isEmpty()
                            && awaited.head() instanceof WaitCondition.Timer moment ->
                    resting(moment, state.awaitedAgent().toJavaOptional(), run, driven);
            case Control.Wait(var awaited, _)
                    when !awaited.isEmpty()
                            && awaited.head() instanceof WaitCondition.Intervention(var fault)
                            && state.isOnBase()
                            && fault.kind() != Fault.Kind.NEEDS_PERSON ->
                    baseline(state, fault, run);
            case Control.Wait(var awaited, _)
                    when !awaited.isEmpty()
                            && awaited.head() instanceof WaitCondition.Resumption
                            && state.slots().retry()
                                    instanceof Retry.Waiting(var setback, var until) ->
                    pausedAndWaiting(
                            setback.fault(), until, state.awaitedAgent().toJavaOptional(), run);
            case Control.Wait(var awaited, var until) when !awaited.isEmpty() ->
                    waiting(awaited.head(), until.toJavaOptional(), run, driven);
            default -> running(state, run, driven);
        };
    }

    /** The same run, as the last one of its series so far. */
    public RunSummary in(SeriesPosition position, PipelineState state) {
        var run = position.run().id().text();
        if (position.isReached(state))
            return of(
                    ExitCode.DONE,
                    "pull_requests_reached",
                    "is done, the last of the "
                            + position.series().number()
                            + " pull requests asked for",
                    "foldline log " + run);
        return position.isDue(state)
                ? of(
                        ExitCode.INTERRUPTED,
                        "interrupted",
                        "is done; the next pull request of the plan has not started",
                        "foldline resume " + run)
                : this;
    }

    /** The same run, left for a reason that its log does not tell. */
    public RunSummary leftFor(ExitCode other) {
        var why =
                other == ExitCode.TERMINATED
                        ? "terminated"
                        : other == ExitCode.DONE ? "as_far_as_asked" : reason;
        return new RunSummary(other, why, phrase, fault, retryAt, next);
    }

    /** The same run, whose log was or was not repaired: events that were cut off are lost. */
    public RunSummary repaired(boolean was) {
        return was
                ? new RunSummary(
                        exit, reason, phrase.replace(NOTHING_LOST, ""), fault, retryAt, next)
                : this;
    }

    /** A run whose log has lost lines: it cannot go on, however its remaining lines look. */
    public static RunSummary cut(LogDamage damage, String run) {
        return of(
                ExitCode.DIVERGED,
                LOG_CUT,
                "cannot continue: " + damage.message(),
                "foldline log repair " + run);
    }

    /** Whether its log has lost lines. */
    public boolean isCut() {
        return reason.equals(LOG_CUT);
    }

    /** Returns whether it waits at a gate. */
    public boolean isAtGate() {
        return reason.equals(AT_GATE);
    }

    /** Returns whether the user has paused it. */
    public boolean isPaused() {
        return reason.equals(PAUSED);
    }

    /** A run that a driver has just taken. */
    public static RunSummary running(String run) {
        return of(
                ExitCode.DONE,
                "running",
                "is running",
                "foldline watch " + run,
                "foldline pause " + run);
    }

    /**
     * Without a running effect nothing was interrupted: the driver exited or died between two
     * effects, and the run can continue.
     */
    private static RunSummary running(PipelineState state, String run, boolean driven) {
        if (!driven && state.slots().recovery() instanceof Recovery.Ending(var outcome))
            return of(
                    ExitCode.INTERRUPTED,
                    "resumable",
                    "is about to end, but has no driver: " + why(outcome),
                    "foldline resume " + run);
        return driven
                ? running(run)
                : state.isFree()
                        ? of(
                                ExitCode.INTERRUPTED,
                                "resumable",
                                "can continue, but has no driver",
                                "foldline resume " + run)
                        : of(
                                ExitCode.INTERRUPTED,
                                "interrupted",
                                "was interrupted" + NOTHING_LOST,
                                "foldline resume " + run);
    }

    private static String why(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Completed _ -> "it is done";
            case Outcome.Failed(var fault) -> fault.message();
            case Outcome.Rejected(var gate, var feedback) -> gate + " was rejected: " + feedback;
            case Outcome.Aborted(var why) -> "it was cancelled: " + why;
        };
    }

    private static RunSummary ended(Outcome outcome, String run) {
        return switch (outcome) {
            case Outcome.Completed _ ->
                    of(ExitCode.DONE, "completed", "is done", "foldline log " + run);
            case Outcome.Failed(var fault) ->
                    of(
                                    exit(fault),
                                    "failed",
                                    "has failed",
                                    "foldline explain " + run,
                                    "foldline log " + run)
                            .because(fault);
            case Outcome.Rejected(var gate, var feedback) ->
                    of(
                            ExitCode.FAILED,
                            "rejected",
                            "ended: " + gate + " was rejected: " + feedback,
                            "foldline log " + run);
            case Outcome.Aborted(var why) ->
                    of(ExitCode.FAILED, "aborted", "was cancelled: " + why, "foldline log " + run);
        };
    }

    /** The summary of a run that waits at a gate. */
    public static RunSummary at(Gate gate, String run) {
        return of(
                ExitCode.SUSPENDED,
                AT_GATE,
                "waits for approval of " + gate.id(),
                "foldline approve " + gate.id() + " " + run + " --revision " + gate.revision(),
                "foldline reject "
                        + gate.id()
                        + " "
                        + run
                        + " --revision "
                        + gate.revision()
                        + " -m \""
                        + ValueFormatter.whyRejected(gate.onReject())
                        + "\"");
    }

    /**
     * A workflow of tasks goes on with its tasks. A conflict is resolved in its working tree; to
     * try the merge again as it is would fail again, and is refused.
     */
    private RunSummary ofWorkflow(String run) {
        var isConflict =
                reason.equals("halted")
                        && fault.filter(each -> each.kind() == Fault.Kind.CONFLICT).isPresent();
        return new RunSummary(
                exit,
                reason,
                phrase,
                fault,
                retryAt,
                isConflict
                        ? List.of(
                                "foldline workflow status " + run,
                                "foldline workflow resolve " + run)
                        : next.stream().map(command -> ofWorkflow(command, run)).toList());
    }

    private static String ofWorkflow(String command, String run) {
        return command.equals("foldline resume " + run)
                        || command.equals("foldline resume " + run + " --wait")
                        || command.equals("foldline retry " + run)
                ? "foldline workflow resume " + run
                : command.equals("foldline task get") || command.equals("foldline status " + run)
                        ? "foldline workflow status " + run
                        : command;
    }

    private static RunSummary waiting(
            WaitCondition awaited, Optional<Instant> until, String run, boolean driven) {
        return switch (awaited) {
            case WaitCondition.Resolution(var gate) -> at(gate, run);
            case WaitCondition.Resumption _ ->
                    of(ExitCode.INTERRUPTED, PAUSED, "is paused", "foldline resume " + run);
            case WaitCondition.BudgetRaise(var meters) -> spent(meters, run);
            case WaitCondition.Intervention(var fault) ->
                    of(
                                    exit(fault),
                                    "halted",
                                    "has halted and needs attention",
                                    "foldline explain " + run,
                                    "foldline retry " + run)
                            .because(fault);
            case WaitCondition.Timer moment -> resting(moment, Optional.empty(), run, driven);
            case WaitCondition.Call(var instruction, _) ->
                    of(
                            ExitCode.SUSPENDED,
                            "waiting_for_work",
                            "waits for external work: " + instruction,
                            "foldline task get");
            case WaitCondition.PullRequestNews e -> ForgeFormatter.waiting(e, run);
            case WaitCondition.ChildrenEnds(var list) ->
                    of(
                            driven ? ExitCode.DONE : ExitCode.SUSPENDED,
                            "waiting_for_children",
                            "waits for the runs of its "
                                    + list
                                    + until.map(time -> " until " + LocalTimeFormatter.second(time))
                                            .orElse(""),
                            driven ? "foldline status " + run : "foldline resume " + run);
        };
    }

    /** The summary of a run that failed before the first call: the failure was already there. */
    private static RunSummary baseline(PipelineState state, Fault fault, String run) {
        return of(
                        exit(fault),
                        "halted",
                        BaselineText.of(state),
                        "foldline retry " + run,
                        "foldline cancel " + run)
                .because(fault);
    }

    private static RunSummary spent(String meters, String run) {
        var wallOnly =
                List.of(meters.split(",")).stream()
                        .allMatch(meter -> meter.equals("wall") || meter.endsWith(".wall"));
        return of(
                wallOnly ? ExitCode.WALL_CLOCK : ExitCode.BUDGET_REACHED,
                wallOnly ? "wall_clock_limit" : "budget_reached",
                "has reached its budget (" + meters.replace(",", ", ") + "); its work is kept",
                "foldline resume " + run + more(meters),
                "foldline explain " + run);
    }

    private static String more(String meters) {
        var flags = new StringBuilder();
        for (var meter : List.of(meters.split(","))) {
            flags.append(" --budget ")
                    .append(meter)
                    .append(
                            meter.endsWith("wall")
                                    ? "=+1h"
                                    : meter.endsWith("usd")
                                            ? "=+5"
                                            : meter.endsWith("tokens") ? "=+1000000" : "=+20");
        }
        return flags.toString();
    }

    /**
     * The summary of a run that retries by itself. An agent's limit may end earlier than it
     * reported, so the user can retry now.
     */
    private static RunSummary resting(
            WaitCondition.Timer moment, Optional<String> agent, String run, boolean driven) {
        var unavailable =
                !driven || moment.why().kind().remedy() == Fault.Remedy.WAIT_OR_OTHER_AGENT;
        return new RunSummary(
                unavailable ? ExitCode.UNAVAILABLE : ExitCode.DONE,
                unavailable ? "unavailable" : "waiting_to_retry",
                "waits until "
                        + LocalTimeFormatter.second(moment.notBefore())
                        + agent.map(name -> " for the agent " + name).orElse(" to try again"),
                Optional.of(moment.why()),
                Optional.of(moment.notBefore()),
                List.of(
                        driven ? "foldline watch " + run : "foldline resume " + run + " --wait",
                        "foldline resume " + run + " --now"));
    }

    /** Returns how to resume it; without {@code --now} the run waits for the limit. */
    private static RunSummary pausedAndWaiting(
            Fault why, Instant until, Optional<String> agent, String run) {
        return new RunSummary(
                ExitCode.INTERRUPTED,
                PAUSED,
                "is paused, and then waits until "
                        + LocalTimeFormatter.second(until)
                        + agent.map(name -> " for the agent " + name).orElse(" to try again"),
                Optional.of(why),
                Optional.of(until),
                List.of("foldline resume " + run + " --wait", "foldline resume " + run + " --now"));
    }

    private static ExitCode exit(Fault fault) {
        return switch (fault.kind()) {
            case AUTHENTICATION, CREDIT -> ExitCode.AUTHENTICATION;
            case CONFLICT -> ExitCode.CONFLICT;
            default -> ExitCode.FAILED;
        };
    }

    private static RunSummary of(ExitCode exit, String reason, String phrase, String... next) {
        return new RunSummary(
                exit, reason, phrase, Optional.empty(), Optional.empty(), List.of(next));
    }

    private RunSummary because(Fault why) {
        return new RunSummary(exit, reason, phrase, Optional.of(why), retryAt, next);
    }
}
