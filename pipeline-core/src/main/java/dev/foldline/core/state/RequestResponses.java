package dev.foldline.core.state;

import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Source;
import dev.foldline.core.workflow.DeliveryBounds;
import dev.foldline.core.workflow.ForgeOperation;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What the run has done about what was found on its pull request.
 *
 * @param handled ids of answers, and of what the run was sent back for, the latest last
 * @param rounds how many times the run was sent back
 * @param replies what the run owes to review threads
 */
public record RequestResponses(Vector<String> handled, Rounds rounds, RemarkReplies replies) {
    /** Nothing was found. */
    static final RequestResponses NONE =
            new RequestResponses(Vector.empty(), Rounds.NONE, RemarkReplies.NONE);

    /**
     * How many times the run was sent back. One response may count as two.
     *
     * @param checks for failed checks
     * @param reviews for remarks
     * @param updates for the base
     */
    public record Rounds(int checks, int reviews, int updates) {
        static final Rounds NONE = new Rounds(0, 0, 0);

        /** Returns the label of the first bound that the next rounds exceed. */
        Option<String> spent(Rounds next, DeliveryBounds bounds) {
            if (next.checks > checks && next.checks > bounds.checks())
                return Option.of(ForgeOperation.CHECKS_SPENT);
            if (next.reviews > reviews && next.reviews > bounds.reviews())
                return Option.of(ForgeOperation.REVIEWS_SPENT);
            return Option.when(
                    next.updates > updates && next.updates > bounds.updates(),
                    ForgeOperation.UPDATES_SPENT);
        }

        Rounds after(Vector<Finding> answered) {
            return new Rounds(
                    checks + (answered.exists(each -> each.source() == Source.CHECK) ? 1 : 0),
                    reviews + (answered.exists(each -> each.source().isRemark()) ? 1 : 0),
                    updates + (answered.exists(each -> each.source().isOfBase()) ? 1 : 0));
        }
    }

    RequestResponses handling(Vector<String> ids) {
        return new RequestResponses(
                handled.appendAll(ids).takeRight(PullRequest.FINDINGS_MAX), rounds, replies);
    }

    RequestResponses with(Rounds now) {
        return new RequestResponses(handled, now, replies);
    }

    RequestResponses with(RemarkReplies owed) {
        return new RequestResponses(handled, rounds, owed);
    }
}
