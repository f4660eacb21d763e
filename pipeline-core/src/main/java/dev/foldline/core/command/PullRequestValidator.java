package dev.foldline.core.command;

import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Lifecycle;

import io.vavr.control.Either;

/** Validates news of the pull request: only what is new is accepted. */
final class PullRequestValidator {
    private PullRequestValidator() {}

    static Either<Rejection, InputEvent> seen(
            PipelineState state, Command.SeePullRequest command, long n) {
        if (state.lifecycle() instanceof Lifecycle.Ended)
            return CommandValidator.refuse(Code.ENDED, "Cannot see the pull request: terminated");
        var request = state.ledger().repository().request();
        var number = command.observation().number();
        if (!request.link().exists(link -> link.number() == number))
            return CommandValidator.refuse(
                    Code.NOT_EXPECTED, "The run has no pull request " + number);
        var fresh = request.fresh(command.observation());
        return request.after(fresh).equals(request)
                ? CommandValidator.refuse(Code.ALREADY_PROCESSED, "Nothing is new")
                : Either.right(new InputEvent.PullRequestSeen(n, fresh));
    }
}
