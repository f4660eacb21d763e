package dev.foldline.core.event;

/** The outcome of starting a child run. */
public sealed interface ChildEvent extends Event, Event.Answer {

    /** The child run has started. */
    record ChildSpawned(long ticket, String child) implements ChildEvent {}
}
