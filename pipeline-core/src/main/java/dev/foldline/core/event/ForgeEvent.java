package dev.foldline.core.event;

import dev.foldline.core.state.PullRequest.Link;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.time.Instant;

/** The outcome of an effect on the forge. */
public sealed interface ForgeEvent extends Event, Event.Answer {

    /** The branch on the forge is at this commit. */
    record BranchPushed(long ticket, String head) implements ForgeEvent {}

    /** The branch has this pull request. */
    record RequestOpened(long ticket, Link link) implements ForgeEvent {}

    /**
     * The branch has its base, and is not pushed yet.
     *
     * @param conflict what must be resolved in its files, if anything
     * @param base the commit of the base, whose changes are not the run's; none in older logs
     */
    record BranchUpdated(
            long ticket, String head, String tree, Option<Conflict> conflict, Option<String> base)
            implements ForgeEvent {
        /** The branch has a base that is not known. */
        public BranchUpdated(long ticket, String head, String tree, Option<Conflict> conflict) {
            this(ticket, head, tree, conflict, Option.none());
        }
    }

    /** The pull request is no draft. */
    record RequestReady(long ticket) implements ForgeEvent {}

    /** The pull request is merged. */
    record RequestMerged(long ticket) implements ForgeEvent {}

    /**
     * The forge does not merge the pull request, or does not mark it as ready, yet.
     *
     * @param reason why, in one line of the forge, or why it was not reached
     */
    record MergeRefused(long ticket, String reason, Instant at) implements ForgeEvent {}

    /** Each remark has its reply, or cannot get one any more. */
    record RepliesPosted(long ticket) implements ForgeEvent {}

    /**
     * The forge did not accept every reply.
     *
     * @param reason why, in one line of the forge, or why it was not reached
     */
    record RepliesRefused(long ticket, String reason) implements ForgeEvent {}

    /**
     * Files that both sides changed.
     *
     * @param base the name of the base
     * @param report id of git's report
     */
    record Conflict(String base, Vector<String> paths, String report) {}
}
