package dev.foldline.core.state;

import dev.foldline.core.state.PullRequest.Observation;

import io.vavr.control.Option;

import java.time.Duration;
import java.time.Instant;

/**
 * Whether the forge would merge the last pushed head of a pull request.
 *
 * @param allowed what the forge reports about a merge; none if it would refuse one
 * @param refusal the latest refusal, until another attempt may succeed
 */
public record Mergeability(Option<String> allowed, Option<Refusal> refusal) {
    /** The forge has not reported it yet. */
    static final Mergeability UNKNOWN = new Mergeability(Option.none(), Option.none());

    private static final Duration REPEATED_AFTER = Duration.ofHours(1);

    /**
     * A merge, or a change from a draft to ready, that the forge refused or did not answer.
     *
     * @param allowed what it had reported before
     */
    public record Refusal(String reason, Option<String> allowed, Instant at) {
        private boolean isOutdated(Observation observed) {
            return observed.at().exists(now -> !now.isBefore(at.plus(REPEATED_AFTER)))
                    || observed.mergeable().isDefined() && !observed.mergeable().equals(allowed);
        }
    }

    boolean isMergeDue() {
        return allowed.isDefined() && refusal.isEmpty();
    }

    /** A refused merge is tried again when the forge reports something else, or after a while. */
    Mergeability after(Observation observed) {
        return new Mergeability(
                observed.mergeable(), refusal.filter(each -> !each.isOutdated(observed)));
    }

    /** What the forge reported earlier does not count any more. */
    Mergeability unconfirmed() {
        return new Mergeability(Option.none(), refusal);
    }

    Mergeability refused(String reason, Instant at) {
        return new Mergeability(allowed, Option.of(new Refusal(reason, allowed, at)));
    }
}
