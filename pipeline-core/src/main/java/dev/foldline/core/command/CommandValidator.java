package dev.foldline.core.command;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.projection.RunState;
import dev.foldline.core.state.Items;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.state.WatchedBranches;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.builtin.BuiltinWorkflows;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Validates external input. Legal input becomes the run's next numbered input event. */
public final class CommandValidator {
    private CommandValidator() {}

    public static Either<Rejection, InputEvent> admit(PipelineState state, Command command) {
        var n = state.header().lastInput() + 1;
        return switch (command) {
            case Command.Freeze c -> GateCommandValidator.freeze(state, c, n);
            case Command.Approve c -> GateCommandValidator.approve(state, c, n);
            case Command.Reject c -> GateCommandValidator.reject(state, c, n);
            case Command.ReplaceArtifact c -> ReplacementValidator.replace(state, c, n);
            case Command.Pause c ->
                    alive(state, "pause", RunState.PAUSED)
                            .map(_ -> new InputEvent.Paused(n, c.urgency()));
            case Command.Resume _ -> resume(state, n);
            case Command.SkipWait c -> skipWait(state, c, n);
            case Command.Abort c ->
                    alive(state, "abort", RunState.STOPPED)
                            .map(_ -> new InputEvent.Aborted(n, c.why()));
            case Command.RetryHalted c -> retry(state, c, n);
            case Command.RaiseBudget c ->
                    alive(state, "raise the budget")
                            .map(_ -> new InputEvent.BudgetRaised(n, c.budget(), c.phases()));
            case Command.SetUntil c -> until(state, c.phase(), n);
            case Command.Call c -> CallValidator.call(state, c, n);
            case Command.ReportChildEnd c -> childEnd(state, c, n);
            case Command.ReportChild c -> child(state, c, n);
            case Command.SeeCommits c -> commits(state, c, n);
            case Command.DeclareDone c -> DeclarationValidator.done(state, c, n);
            case Command.AddItems c -> AdditionValidator.add(state, c.added(), n);
            case Command.SeePullRequest c -> PullRequestValidator.seen(state, c, n);
        };
    }

    private static Either<Rejection, PipelineState> alive(PipelineState state, String verb) {
        return state.lifecycle() instanceof Lifecycle.Ended
                ? refuse(Code.ENDED, "Cannot " + verb + ": terminated")
                : Either.right(state);
    }

    private static Either<Rejection, PipelineState> alive(
            PipelineState state, String verb, RunState wanted) {
        return alive(state, verb)
                .mapLeft(no -> new Rejection(no.code(), illegal(state, wanted, no.message())));
    }

    /** Workflows that report run states name the current and the requested state in the message. */
    private static String illegal(PipelineState state, RunState wanted, String otherwise) {
        return switch (BuiltinWorkflows.speech(state.workflow())) {
            case TASKS -> RunState.of(state).to(wanted).fold(no -> no, _ -> otherwise);
            case HOLDS, APPROVALS -> otherwise;
        };
    }

    private static Either<Rejection, InputEvent> until(
            PipelineState state, Option<String> phase, long n) {
        var unknown =
                phase.filter(id -> !state.workflow().phases().exists(each -> each.id().equals(id)));
        return alive(state, "set where to pause")
                .flatMap(
                        _ ->
                                unknown.isDefined()
                                        ? refuse(
                                                Code.NOT_EXPECTED,
                                                "The workflow "
                                                        + state.workflow().name()
                                                        + " has no phase "
                                                        + unknown.get()
                                                        + "; it has "
                                                        + state.workflow()
                                                                .phases()
                                                                .map(Phase::id)
                                                                .distinct()
                                                                .mkString(", "))
                                        : Either.right(new InputEvent.UntilSet(n, phase)));
    }

    private static Either<Rejection, InputEvent> resume(PipelineState state, long n) {
        return switch (state.lifecycle()) {
            case Lifecycle.Paused _ -> Either.right(new InputEvent.Resumed(n));
            case Lifecycle.Running _ ->
                    refuse(
                            Code.INVALID_STATE_TRANSITION,
                            illegal(state, RunState.PROCESSING, "Cannot resume: not paused"));
            case Lifecycle.Ended _ ->
                    refuse(
                            Code.ENDED,
                            illegal(state, RunState.PROCESSING, "Cannot resume: terminated"));
        };
    }

    private static Either<Rejection, InputEvent> skipWait(
            PipelineState state, Command.SkipWait command, long n) {
        if (state.lifecycle() instanceof Lifecycle.Ended)
            return refuse(Code.ENDED, "Cannot skip the wait: terminated");
        return state.awaitsTime()
                ? Either.right(new InputEvent.WaitSkipped(n, command.at()))
                : refuse(
                        Code.INVALID_STATE_TRANSITION,
                        "Cannot skip the wait: the run waits neither for an agent's limit to end"
                                + " nor for a retry");
    }

    private static Either<Rejection, InputEvent> retry(
            PipelineState state, Command.RetryHalted command, long n) {
        if (state.lifecycle() instanceof Lifecycle.Ended)
            return refuse(Code.ENDED, "Cannot retry: terminated");
        if (!(state.slots().recovery() instanceof Recovery.Halted))
            return refuse(Code.INVALID_STATE_TRANSITION, "Cannot retry: the run has not halted");
        return command.preApproved()
                .filter(phase -> !isGated(state, phase))
                .map(
                        phase ->
                                CommandValidator.<InputEvent>refuse(
                                        Code.GATE_NOT_FOUND,
                                        "Cannot approve in advance: the halted phase is not behind"
                                                + " the gate "
                                                + phase))
                .getOrElse(
                        () ->
                                Either.right(
                                        new InputEvent.RetryGranted(
                                                n,
                                                command.preApproved(),
                                                changed(state, command.checks()))));
    }

    /**
     * A workflow has steps for the checks it was started with, so checks with new names are
     * ignored.
     */
    private static Map<String, Vector<CommandLine>> changed(
            PipelineState state, Map<String, Vector<CommandLine>> checks) {
        return checks.filter(
                (name, lines) ->
                        state.policy().checks().get(name).exists(before -> !before.equals(lines)));
    }

    private static boolean isGated(PipelineState state, String phase) {
        return state.phase().exists(each -> each.id().equals(phase) && each.gate().isDefined());
    }

    private static Either<Rejection, InputEvent> childEnd(
            PipelineState state, Command.ReportChildEnd command, long n) {
        return running(state, command.list(), command.item(), command.spawnTicket())
                .map(
                        _ ->
                                new InputEvent.ChildEnded(
                                        n,
                                        command.list(),
                                        command.item(),
                                        command.spawnTicket(),
                                        command.report()));
    }

    /** Rejects a child's report that is older than the last one received. */
    private static Either<Rejection, InputEvent> child(
            PipelineState state, Command.ReportChild command, long n) {
        return running(state, command.list(), command.item(), command.spawnTicket())
                .flatMap(
                        items ->
                                items.child(command.spawnTicket())
                                                .flatMap(Child::latest)
                                                .exists(received -> received.seq() >= command.seq())
                                        ? refuse(
                                                Code.ALREADY_PROCESSED,
                                                "The child for "
                                                        + command.item()
                                                        + " has already reported this or a later"
                                                        + " status")
                                        : Either.right(
                                                new InputEvent.ChildReported(
                                                        n,
                                                        command.list(),
                                                        command.item(),
                                                        command.spawnTicket(),
                                                        command.run(),
                                                        command.seq(),
                                                        command.report())));
    }

    private static Either<Rejection, Items> running(
            PipelineState state, String list, String id, long spawnTicket) {
        return !(state.lifecycle() instanceof Lifecycle.Ended)
                        && state.items().isRunning(list, id, spawnTicket)
                ? Either.right(state.items())
                : refuse(
                        Code.ALREADY_PROCESSED,
                        "No child with ticket " + spawnTicket + " runs for " + id);
    }

    /** Rejects a sighting that contains nothing new. A moved branch is always new. */
    private static Either<Rejection, InputEvent> commits(
            PipelineState state, Command.SeeCommits command, long n) {
        if (state.lifecycle() instanceof Lifecycle.Ended)
            return refuse(Code.ENDED, "Cannot see commits: terminated");
        var watched = state.ledger().repository().watched();
        var fresh = watched.getOrElse(WatchedBranches.NOTHING).fresh(command.sighting());
        return watched.exists(known -> known.equals(known.after(fresh)))
                ? refuse(Code.ALREADY_PROCESSED, "No commit is new")
                : Either.right(new InputEvent.CommitsSeen(n, fresh));
    }

    static <T> Either<Rejection, T> refuse(Code code, String message) {
        return Either.left(new Rejection(code, message));
    }
}
