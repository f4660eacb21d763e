package dev.foldline.core.event;

import io.vavr.control.Option;

/** What a check found. */
public sealed interface CheckEvent extends Event, Event.Answer {

    /**
     * The check did what was expected.
     *
     * @param before the tree it ran on: what the evidence is about
     * @param after the tree it left
     */
    record CheckPassed(long ticket, String check, String before, String after, Option<String> output, Spend spend)
            implements CheckEvent {}

    /** The check did not do what was expected; {@code summary} says how, for the next prompt. */
    record CheckFailed(long ticket, String check, String tree, String summary, Option<String> output, Spend spend)
            implements CheckEvent {}
}
