package dev.foldline.core.event;

import dev.foldline.core.state.PullRequest.Link;

/** The outcome of an effect on the forge. */
public sealed interface ForgeEvent extends Event, Event.Answer {

    /** The branch on the forge is at this commit. */
    record BranchPushed(long ticket, String head) implements ForgeEvent {}

    /** The branch has this pull request. */
    record RequestOpened(long ticket, Link link) implements ForgeEvent {}
}
