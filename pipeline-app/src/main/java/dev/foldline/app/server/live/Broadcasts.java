package dev.foldline.app.server.live;

import dev.foldline.app.history.Moment;
import dev.foldline.core.projection.runtime.Broadcast;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What is broadcast of an event of a workflow's log, each message with its place. */
final class Broadcasts {
    private Broadcasts() {}

    static Vector<Message> of(Moment moment) {
        var told = Broadcast.between(Option.ofOptional(moment.before()), moment.event(), moment.after());
        return told.zipWithIndex((each, index) -> Message.of(index == told.size() - 1 ? Position.behind(moment.seq()) : new Position(moment.seq(), index + 1), each));
    }
}
