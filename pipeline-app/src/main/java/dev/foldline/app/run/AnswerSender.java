package dev.foldline.app.run;

import dev.foldline.app.repository.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Command.Shown;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.state.Gate;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.forge.AnswerRules.OpenGate;
import dev.foldline.effects.forge.AuthoredAnswer;
import dev.foldline.effects.forge.GateAnswer;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;

import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Binds an answer on a pull request to the gate that was open when it was read, and to what the
 * pull request shows: the head's tree, the gate's tree and the working tree must be the same.
 *
 * @param authors receives the author of an answer before the driver receives the answer
 */
record AnswerSender(Workspace workspace, BiConsumer<String, Author> authors) {

    /** Returns when the gate opened, for the answers to it. */
    OpenGate opening(PipelineState state, Gate gate) {
        return new GateOpening(workspace.runs().directory(new RunId(state.header().run())), gate);
    }

    /**
     * Returns the input for the driver, whose event gets the account as its author.
     *
     * @param reply called with the logged event, or with the reason for the rejection
     */
    DriverInput input(
            Command command, AuthoredAnswer given, Consumer<Either<Rejection, InputEvent>> reply) {
        var name = "forge-" + given.id();
        authors.accept(name, new Author(given.account(), Author.Channel.FORGE, Vector.empty()));
        return new DriverInput.CommandReceived(command, Option.of(name), reply);
    }

    /** Returns the command, or why the answer cannot be given. */
    Either<String, Command> command(PipelineState state, Gate gate, GateAnswer answer) {
        return switch (answer) {
            case GateAnswer.Rejection(var reason) ->
                    Either.right(
                            new Command.Reject(
                                    gate.id(),
                                    shown(gate, Option.none()),
                                    workspace.runs().redaction().text(reason)));
            case GateAnswer.Approval _ -> approval(state, gate);
        };
    }

    /** A freeze and a question show no work. */
    private Either<String, Command> approval(PipelineState state, Gate gate) {
        if (gate.origin() != Gate.Origin.PHASE)
            return Either.right(new Command.Approve(gate.id(), shown(gate, Option.none()), ""));
        try {
            var head = state.ledger().repository().request().heads().last();
            var tree = workspace.git().resolve(head + "^{tree}").orElse("");
            var now = workspace.git().workTree(Exclusions.of(state));
            return gate.tree().contains(tree) && tree.equals(now)
                    ? Either.right(new Command.Approve(gate.id(), shown(gate, Option.of(tree)), ""))
                    : Either.left(
                            "the gate " + gate.id() + " shows other files than the pull request");
        } catch (GitFault unreadable) {
            return Either.left("the repository cannot be read: " + unreadable.getMessage());
        }
    }

    private static Shown shown(Gate gate, Option<String> tree) {
        return new Shown(Option.of(gate.instance()), Option.of(gate.revision()), tree);
    }
}
