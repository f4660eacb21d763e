package dev.foldline.app.server.live;

import dev.foldline.app.history.Moment;
import dev.foldline.core.projection.runtime.Broadcast;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What is told of an event, each message with its place: what it changed about a workflow, or that it happened in another run. */
final class Broadcasts {
    private Broadcasts() {}

    static Vector<Message> of(Moment moment) { return Broadcast.isTold(moment.after()) ? ofWorkflow(moment) : Vector.of(Message.of(moment)); }

    private static Vector<Message> ofWorkflow(Moment moment) {
        var told = Broadcast.between(Option.ofOptional(moment.before()), moment.event(), moment.after());
        return told.zipWithIndex((each, index) -> Message.of(index == told.size() - 1 ? Position.behind(moment.seq()) : new Position(moment.seq(), index + 1), each));
    }
}
