package dev.foldline.core.event;

import io.vavr.control.Option;

/** The outcome of starting a child run. */
public sealed interface ChildEvent extends Event, Event.Answer {

    /**
     * The child run has started.
     *
     * @param branch the branch of its work, which started at the latest commit of the parent; none,
     *     as in older logs, if the item names its branch
     */
    record ChildSpawned(long ticket, String child, Option<String> branch) implements ChildEvent {
        public ChildSpawned(long ticket, String child) {
            this(ticket, child, Option.none());
        }
    }
}
