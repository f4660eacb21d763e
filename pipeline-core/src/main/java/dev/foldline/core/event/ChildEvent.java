package dev.foldline.core.event;

/** What became of the start of a child run. */
public sealed interface ChildEvent extends Event, Event.Answer {

    /** The child run has begun. */
    record ChildSpawned(long ticket, String child) implements ChildEvent {}
}
