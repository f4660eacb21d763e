package dev.foldline.core.command;

import static dev.foldline.core.command.CommandValidator.refuse;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Stage;
import dev.foldline.core.workflow.Step;

import io.vavr.control.Either;
import io.vavr.control.Option;

/** Validates declarations that a terminal has completed its work. */
final class DeclarationValidator {
    private DeclarationValidator() {}

    static Either<Rejection, InputEvent> done(
            PipelineState state, Command.DeclareDone command, long n) {
        var terminal = command.terminal();
        int stage = state.workflow().stages().indexWhere(each -> isTerminal(each, terminal));
        if (state.lifecycle() instanceof Lifecycle.Ended
                || state.slots().recovery() instanceof Recovery.Ending)
            return refuse(Code.ENDED, "Cannot declare " + terminal + " done: terminated");
        if (stage < 0) return refuse(Code.NOT_EXPECTED, "There is no terminal " + terminal);
        if (stage < state.at().stage())
            return refuse(Code.ALREADY_PROCESSED, terminal + " has already completed its work");
        if (!state.worker().exists(worker -> worker.terminal().equals(terminal)))
            return refuse(Code.NOT_EXPECTED, "It is not the turn of " + terminal + " yet");
        if (isCalled(state) || isKnown(state, command))
            return refuse(Code.ALREADY_PROCESSED, terminal + " has already completed its work");
        return awaited(state, command)
                .<Either<Rejection, InputEvent>>map(why -> refuse(Code.NOT_EXPECTED, why))
                .getOrElse(
                        () ->
                                Either.right(
                                        new InputEvent.WorkDeclaredDone(
                                                n, terminal, command.commit())));
    }

    private static boolean isTerminal(Stage stage, String terminal) {
        return stage.id().equals(terminal) && stage.phases().exists(Phase::observes);
    }

    /** Returns whether the terminal's call has ended, so that its work is being stored. */
    private static boolean isCalled(PipelineState state) {
        return state.cursor() instanceof Cursor.Working(var at)
                && !(state.slots().recovery() instanceof Recovery.Halted)
                && state.phase()
                        .exists(
                                phase ->
                                        at.step()
                                                > phase.steps()
                                                        .indexWhere(Step.Agent.class::isInstance));
    }

    /** Returns whether the terminal is declared done already, or the commit was counted before. */
    private static boolean isKnown(PipelineState state, Command.DeclareDone command) {
        return state.isDeclaredDone()
                || command.commit()
                        .exists(
                                hash ->
                                        state.ledger()
                                                .commits()
                                                .exists(each -> each.hash().equals(hash)));
    }

    /** Returns who has to act before the terminal can be declared done. */
    private static Option<String> awaited(PipelineState state, Command.DeclareDone command) {
        return switch (state.slots().recovery()) {
            case Recovery.FixDue _, Recovery.FixPrompted _, Recovery.CleanDue _ ->
                    Option.of("The error terminal works on a failure of " + command.terminal());
            // Whatever made the task wait for the user, a commit does not outweigh it.
            case Recovery.Halting _, Recovery.Halted _ ->
                    command.commit().map(_ -> "The task waits for the user");
            case Recovery.Idle _, Recovery.Watching _, Recovery.Passed _, Recovery.Ending _ ->
                    Option.none();
        };
    }
}
