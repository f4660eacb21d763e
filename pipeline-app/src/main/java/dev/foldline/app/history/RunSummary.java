package dev.foldline.app.history;

import dev.foldline.app.error.ExitCode;
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
import dev.foldline.core.summary.RunSentence;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;
import dev.foldline.effects.log.LogDamage;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * How a run stands, in the words and exit codes of the command line.
 *
 * @param exit what a command ends with that leaves the run here
 * @param reason one snake_case word for programs
 * @param sentence the same as a sentence, as {@link RunSentence} has it
 * @param advice what the user can do beside the commands, if there is more
 * @param fault what went wrong, where that is the reason
 * @param retryAt when the run may go on by itself
 * @param next commands to paste, the likeliest first
 */
public record RunSummary(
        ExitCode exit,
        String reason,
        String sentence,
        Optional<String> advice,
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
        var sentence = RunSentence.of(state, driven, ZoneId.systemDefault());
        if (RunEnd.foundNothing(state))
            return of(sentence, ExitCode.DONE, "nothing_left", "foldline log " + run);
        var standing = ofRun(state, run, driven, sentence);
        return BuiltinWorkflows.speech(state.workflow()) == BuiltinWorkflows.Speech.TASKS
                ? standing.ofWorkflow(run)
                : standing;
    }

    private static RunSummary ofRun(
            PipelineState state, String run, boolean driven, String sentence) {
        return switch (Pipeline.decide(state).effect()) {
            case Control.Stop(var outcome) -> ended(outcome, run, sentence);
            case Control.Wait(var awaited, _)
                    when !awaited.isEmpty()
                            && awaited.head() instanceof WaitCondition.Timer moment ->
                    resting(moment, run, driven, sentence);
            case Control.Wait(var awaited, _)
                    when !awaited.isEmpty()
                            && awaited.head() instanceof WaitCondition.Intervention(var fault)
                            && state.isOnBase()
                            && fault.kind() != Fault.Kind.NEEDS_PERSON ->
                    baseline(state, fault, run, sentence);
            case Control.Wait(var awaited, _)
                    when !awaited.isEmpty()
                            && awaited.head() instanceof WaitCondition.Resumption
                            && state.slots().retry()
                                    instanceof Retry.Waiting(var setback, var until) ->
                    pausedAndWaiting(setback.fault(), until, run, sentence);
            case Control.Wait(var awaited, _) when !awaited.isEmpty() ->
                    waiting(awaited.head(), run, driven, sentence);
            default -> running(state, run, driven, sentence);
        };
    }

    /** The same run, as the last one of its series so far. */
    public RunSummary in(SeriesPosition position, PipelineState state) {
        var run = position.run().id().text();
        if (position.isReached(state))
            return of(
                    "Done, the last of the "
                            + position.series().number()
                            + " pull requests asked for.",
                    ExitCode.DONE,
                    "pull_requests_reached",
                    "foldline log " + run);
        return position.isDue(state)
                ? of(
                        "Done; the next pull request of the plan has not started.",
                        ExitCode.INTERRUPTED,
                        "interrupted",
                        "foldline resume " + run)
                : this;
    }

    /** The same run, left for a reason that its log does not tell. */
    public RunSummary leftFor(ExitCode other) {
        var why =
                other == ExitCode.TERMINATED
                        ? "terminated"
                        : other == ExitCode.DONE ? "as_far_as_asked" : reason;
        return new RunSummary(other, why, sentence, advice, fault, retryAt, next);
    }

    /** The same run, whose log was or was not repaired: events that were cut off are lost. */
    public RunSummary repaired(boolean was) {
        return was
                ? new RunSummary(
                        exit,
                        reason,
                        sentence.replace(NOTHING_LOST, ""),
                        advice,
                        fault,
                        retryAt,
                        next)
                : this;
    }

    /** A run whose log has lost lines: it cannot go on, however its remaining lines look. */
    public static RunSummary cut(LogDamage damage, String run) {
        return of(
                RunSentence.ofDamage(damage.message()),
                ExitCode.DIVERGED,
                LOG_CUT,
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
        return running(run, RunSentence.ofStart());
    }

    private static RunSummary running(String run, String sentence) {
        return of(
                sentence,
                ExitCode.DONE,
                "running",
                "foldline watch " + run,
                "foldline pause " + run);
    }

    /**
     * Without a running effect nothing was interrupted: the driver exited or died between two
     * effects, and the run can continue.
     */
    private static RunSummary running(
            PipelineState state, String run, boolean driven, String sentence) {
        if (driven) return running(run, sentence);
        boolean isResumable = state.isFree() || state.slots().recovery() instanceof Recovery.Ending;
        return of(
                sentence,
                ExitCode.INTERRUPTED,
                isResumable ? "resumable" : "interrupted",
                "foldline resume " + run);
    }

    private static RunSummary ended(Outcome outcome, String run, String sentence) {
        return switch (outcome) {
            case Outcome.Completed _ ->
                    of(sentence, ExitCode.DONE, "completed", "foldline log " + run);
            case Outcome.Failed(var fault) ->
                    of(
                                    sentence,
                                    exit(fault),
                                    "failed",
                                    "foldline explain " + run,
                                    "foldline log " + run)
                            .because(fault);
            case Outcome.Rejected _ ->
                    of(sentence, ExitCode.FAILED, "rejected", "foldline log " + run);
            case Outcome.Aborted _ ->
                    of(sentence, ExitCode.FAILED, "aborted", "foldline log " + run);
        };
    }

    /** The summary of a run that waits at a gate. */
    public static RunSummary at(Gate gate, String run) {
        if (gate.question().isDefined())
            return of(
                    RunSentence.atGate(gate),
                    ExitCode.SUSPENDED,
                    AT_GATE,
                    QuestionFormatter.answering(gate, run),
                    "foldline gates " + gate.id() + " " + run);
        return of(
                RunSentence.atGate(gate),
                ExitCode.SUSPENDED,
                AT_GATE,
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
                sentence,
                advice,
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
            WaitCondition awaited, String run, boolean driven, String sentence) {
        return switch (awaited) {
            case WaitCondition.Resolution(var gate) -> at(gate, run);
            case WaitCondition.Resumption _ ->
                    of(sentence, ExitCode.INTERRUPTED, PAUSED, "foldline resume " + run);
            case WaitCondition.BudgetRaise(var meters) -> spent(meters, run, sentence);
            case WaitCondition.Intervention(var fault) ->
                    of(
                                    sentence,
                                    exit(fault),
                                    "halted",
                                    "foldline explain " + run,
                                    "foldline retry " + run)
                            .because(fault);
            case WaitCondition.Timer moment -> resting(moment, run, driven, sentence);
            case WaitCondition.Call _ ->
                    of(sentence, ExitCode.SUSPENDED, "waiting_for_work", "foldline task get");
            case WaitCondition.PullRequestNews _ ->
                    of(
                            sentence,
                            ExitCode.SUSPENDED,
                            "waiting_for_pull_request",
                            "foldline forge sync " + run,
                            "foldline forge sync " + run + " --wait");
            case WaitCondition.ChildrenEnds _ ->
                    of(
                            sentence,
                            driven ? ExitCode.DONE : ExitCode.SUSPENDED,
                            "waiting_for_children",
                            driven ? "foldline status " + run : "foldline resume " + run);
        };
    }

    /** The summary of a run that failed before the first call: the failure was already there. */
    private static RunSummary baseline(
            PipelineState state, Fault fault, String run, String sentence) {
        return of(
                        sentence,
                        exit(fault),
                        "halted",
                        "foldline retry " + run,
                        "foldline cancel " + run)
                .because(fault)
                .advised(BaselineText.of(state));
    }

    private static RunSummary spent(String meters, String run, String sentence) {
        var wallOnly =
                List.of(meters.split(",")).stream()
                        .allMatch(meter -> meter.equals("wall") || meter.endsWith(".wall"));
        return of(
                sentence,
                wallOnly ? ExitCode.WALL_CLOCK : ExitCode.BUDGET_REACHED,
                wallOnly ? "wall_clock_limit" : "budget_reached",
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
            WaitCondition.Timer moment, String run, boolean driven, String sentence) {
        var unavailable =
                !driven || moment.why().kind().remedy() == Fault.Remedy.WAIT_OR_OTHER_AGENT;
        return new RunSummary(
                unavailable ? ExitCode.UNAVAILABLE : ExitCode.DONE,
                unavailable ? "unavailable" : "waiting_to_retry",
                sentence,
                Optional.empty(),
                Optional.of(moment.why()),
                Optional.of(moment.notBefore()),
                List.of(
                        driven ? "foldline watch " + run : "foldline resume " + run + " --wait",
                        "foldline resume " + run + " --now"));
    }

    /** Returns how to resume it; without {@code --now} the run waits for the limit. */
    private static RunSummary pausedAndWaiting(
            Fault why, Instant until, String run, String sentence) {
        return new RunSummary(
                ExitCode.INTERRUPTED,
                PAUSED,
                sentence,
                Optional.empty(),
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

    private static RunSummary of(String sentence, ExitCode exit, String reason, String... next) {
        return new RunSummary(
                exit,
                reason,
                sentence,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(next));
    }

    private RunSummary because(Fault why) {
        return new RunSummary(exit, reason, sentence, advice, Optional.of(why), retryAt, next);
    }

    private RunSummary advised(String text) {
        return new RunSummary(exit, reason, sentence, Optional.of(text), fault, retryAt, next);
    }
}
