package dev.foldline.effects.forge;

import dev.foldline.core.state.PullRequest;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/**
 * Which answers on a pull request count.
 *
 * @param approvers the accounts that may answer; if empty, all that may write
 */
public record AnswerRules(Vector<String> approvers) {
    private static final String BOT = "[bot]";

    /** All accounts that may write may answer. */
    public static final AnswerRules WRITERS = new AnswerRules(Vector.empty());

    /**
     * Returns why an answer does not count; none if it does.
     *
     * @param head the head of the pull request on the forge
     */
    Option<String> refusal(
            Forge forge, PullRequest known, GateAnswer answer, Given given, String head)
            throws IOException, InterruptedException {
        if (given.gate().isEmpty()) return Option.of("no gate is open");
        var account = given.item().author();
        if (approvers.nonEmpty() && !approvers.exists(account::equalsIgnoreCase))
            return Option.of("this account may not answer");
        if (answer instanceof GateAnswer.Approval approval
                && !(approval.isOf(head) && known.heads().lastOption().contains(head)))
            return Option.of("it does not name the current head");
        if (given.item().written().isEdited()) return Option.of("it was edited");
        if (given.item().written().isBefore(given.gate().get().at()))
            return Option.of("it was written before the gate opened or changed");
        return isOwn(forge.account(), account)
                ? Option.of("the account of the token cannot answer")
                : Option.none();
    }

    /** An account that the forge does not name is that of a bot. */
    static boolean isOwn(Optional<String> own, String account) {
        return own.map(account::equalsIgnoreCase).orElse(account.endsWith(BOT));
    }

    /**
     * A remark that is an answer.
     *
     * @param gate the open gate, if there is one
     */
    record Given(Forge.Item item, Option<OpenGate> gate) {}

    /** An open gate. */
    @FunctionalInterface
    public interface OpenGate {
        /**
         * Returns when the gate began to show what it shows.
         *
         * @throws IOException if it cannot be known, so that no answer counts yet
         */
        Instant at() throws IOException;
    }
}
