package dev.foldline.effects.forge;

import dev.foldline.core.state.PullRequest;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
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
            Forge forge, PullRequest known, GateAnswer answer, Answerer by, String head)
            throws IOException, InterruptedException {
        if (!by.hasGate()) return Option.of("no gate is open");
        if (approvers.nonEmpty() && !approvers.exists(by.account()::equalsIgnoreCase))
            return Option.of("this account may not answer");
        if (answer instanceof GateAnswer.Approval approval
                && !(approval.isOf(head) && known.heads().lastOption().contains(head)))
            return Option.of("it does not name the current head");
        return isOwn(forge.account(), by.account())
                ? Option.of("the account of the token cannot answer")
                : Option.none();
    }

    /** An account that the forge does not name is that of a bot. */
    private static boolean isOwn(Optional<String> own, String account) {
        return own.map(account::equalsIgnoreCase).orElse(account.endsWith(BOT));
    }

    /**
     * Who answers, and whether there is something to answer.
     *
     * @param hasGate whether a gate is open
     */
    record Answerer(String account, boolean hasGate) {}
}
