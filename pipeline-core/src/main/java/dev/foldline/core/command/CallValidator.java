package dev.foldline.core.command;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Step.Accepts;

import io.vavr.control.Either;

import java.util.Locale;

/** Validates the calls of external agents. */
final class CallValidator {
    private CallValidator() {}

    static Either<Rejection, InputEvent> call(PipelineState state, Command.Call command, long n) {
        if (state.lifecycle() instanceof Lifecycle.Ended)
            return CommandValidator.refuse(Code.ENDED, "Cannot call: terminated");
        return state.awaitedCall()
                .toEither(() -> new Rejection(Code.NOT_EXPECTED, "No call is expected now"))
                .flatMap(external -> answers(state, external, command, n));
    }

    private static Either<Rejection, InputEvent> answers(
            PipelineState state, Step.WorkerRequest external, Command.Call command, long n) {
        var event =
                new InputEvent.Called(
                        n,
                        command.requestId(),
                        command.kind(),
                        command.tool(),
                        command.arguments(),
                        command.at());
        return switch (command.kind()) {
            case GET -> external.accepts() == Accepts.GET ? Either.right(event) : expects(external);
            case SUBMIT ->
                    external.accepts() == Accepts.SUBMIT && labelled(external, command)
                            ? complete(state, external, command).map(_ -> event)
                            : expects(external);
            case TOOL -> unlocked(state, external, command.tool()).map(_ -> event);
        };
    }

    /** Rejects a call that lacks the command of the check that follows. */
    private static Either<Rejection, Command.Call> complete(
            PipelineState state, Step.WorkerRequest external, Command.Call command) {
        var missing = state.missing(external, command.arguments());
        return missing.isEmpty()
                ? Either.right(command)
                : CommandValidator.refuse(
                        Code.NOT_EXPECTED, "Expected is submit with " + missing.get());
    }

    private static boolean labelled(Step.WorkerRequest external, Command.Call command) {
        return external.labels().isEmpty()
                || command.arguments().get(external.argument()).exists(external.labels()::contains);
    }

    private static Either<Rejection, InputEvent> expects(Step.WorkerRequest external) {
        return CommandValidator.refuse(
                Code.NOT_EXPECTED,
                "Expected is "
                        + external.accepts().name().toLowerCase(Locale.ROOT)
                        + (external.labels().isEmpty()
                                ? ""
                                : " with "
                                        + external.argument()
                                        + " one of "
                                        + external.labels().mkString(", ")));
    }

    private static Either<Rejection, Step.Unlock> unlocked(
            PipelineState state, Step.WorkerRequest external, String tool) {
        var failures = state.failures();
        return external.unlock(tool, state.tags(), failures)
                .toEither(
                        () ->
                                new Rejection(
                                        Code.NOT_EXPECTED, "No tool " + tool + " is offered now"))
                .flatMap(
                        unlock ->
                                failures >= unlock.at()
                                        ? Either.right(unlock)
                                        : CommandValidator.refuse(
                                                Code.LOCKED,
                                                "Locked: "
                                                        + tool
                                                        + " needs "
                                                        + unlock.at()
                                                        + " attempts, made "
                                                        + failures));
    }
}
