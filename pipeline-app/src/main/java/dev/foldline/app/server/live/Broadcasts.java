package dev.foldline.app.server.live;

import dev.foldline.app.repository.ReplayStep;
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
        return Broadcast.isReported(moment.after())
                ? ofWorkflow(moment)
                : Vector.of(StreamMessage.of(moment));
    }

    /**
     * The messages of an event among those of all runs: its own, then what it changed of the run's
     * status and gate.
     *
     * @param number of the event among those of all runs
     */
    static Vector<StreamMessage> ofRepository(ReplayStep moment, long number) {
        var all = of(moment).appendAll(RunChange.of(moment));
        return all.zipWithIndex(
                (each, index) ->
                        each.at(
                                index == all.size() - 1
                                        ? StreamPosition.behind(number)
                                        : new StreamPosition(number, index + 1)));
    }

    private static Vector<StreamMessage> ofWorkflow(ReplayStep moment) {
        var reported =
                Broadcast.between(
                        Option.ofOptional(moment.before()), moment.event(), moment.after());
        return reported.zipWithIndex(
                (each, index) ->
                        StreamMessage.of(
                                index == reported.size() - 1
                                        ? StreamPosition.behind(moment.seq())
                                        : new StreamPosition(moment.seq(), index + 1),
                                each));
    }
}
