package dev.foldline.app.server.live;

import dev.foldline.app.history.ReplayStep;
import dev.foldline.core.projection.runtime.Broadcast;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * Creates the messages of an event, each with its position: changes of a workflow, or the event of
 * another run.
 */
final class Broadcasts {
    private Broadcasts() {}

    static Vector<StreamMessage> of(ReplayStep moment) {
        return Broadcast.isTold(moment.after())
                ? ofWorkflow(moment)
                : Vector.of(StreamMessage.of(moment));
    }

    private static Vector<StreamMessage> ofWorkflow(ReplayStep moment) {
        var told =
                Broadcast.between(
                        Option.ofOptional(moment.before()), moment.event(), moment.after());
        return told.zipWithIndex(
                (each, index) ->
                        StreamMessage.of(
                                index == told.size() - 1
                                        ? StreamPosition.behind(moment.seq())
                                        : new StreamPosition(moment.seq(), index + 1),
                                each));
    }
}
