package dev.foldline.core.state;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * One piece of work in a list.
 *
 * @param branch where its work is; none, as in older logs, if it has no branch of its own
 */
public record Item(String id, String title, Vector<String> tags, Status status, Option<String> branch) {

    /** Without a branch of its own. */
    public Item(String id, String title, Vector<String> tags, Status status) { this(id, title, tags, status, Option.none()); }

    /** How far it is. */
    public sealed interface Status {

        /** Whether it may have come from the run with this ticket, if that is the latest of the item's. */
        default boolean isOf(long spawnTicket) { return !(this instanceof Todo) && !(this instanceof Running(var ticket) && ticket != spawnTicket); }
    }

    /** Nobody works on it yet. */
    public record Todo() implements Status {}

    /** A child run works on it. */
    public record Running(long spawnTicket) implements Status {}

    /** It is done, and stays so. */
    public record Done() implements Status {}

    /** Its child run has failed. */
    public record Failed(String why) implements Status {}

    public static final Status TODO = new Todo();
    public static final Status DONE = new Done();

    public Item with(Status changed) { return new Item(id, title, tags, changed, branch); }

    public Item on(Option<String> other) { return new Item(id, title, tags, status, other); }

    public Item tagged(String tag) { return new Item(id, title, tags.append(tag).distinct(), status, branch); }
}
