package dev.foldline.core.state;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * A work item of a list.
 *
 * @param branch the branch of its work; none, as in older logs, if it has no branch of its own
 */
public record Item(
        String id, String title, Vector<String> tags, Status status, Option<String> branch) {

    /** An item without its own branch. */
    public Item(String id, String title, Vector<String> tags, Status status) {
        this(id, title, tags, status, Option.none());
    }

    /** Status of a work item. */
    public sealed interface Status {

        /**
         * Returns whether the status may come from the run with this ticket, if that is the item's
         * latest run.
         */
        default boolean isOf(long spawnTicket) {
            return !(this instanceof Todo)
                    && !(this instanceof Running(var ticket) && ticket != spawnTicket);
        }
    }

    /** No work has started. */
    public record Todo() implements Status {}

    /** A child run works on it. */
    public record Running(long spawnTicket) implements Status {}

    /** It is done for good. */
    public record Done() implements Status {}

    /** Its child run failed. */
    public record Failed(String why) implements Status {}

    public static final Status TODO = new Todo();
    public static final Status DONE = new Done();

    public Item with(Status changed) {
        return new Item(id, title, tags, changed, branch);
    }

    public Item on(Option<String> other) {
        return new Item(id, title, tags, status, other);
    }

    public Item tagged(String tag) {
        return new Item(id, title, tags.append(tag).distinct(), status, branch);
    }
}
