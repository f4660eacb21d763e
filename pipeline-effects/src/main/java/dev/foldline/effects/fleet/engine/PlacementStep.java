package dev.foldline.effects.fleet.engine;

import io.vavr.collection.Vector;

/**
 * What follows from a message.
 *
 * @param state the state afterwards
 * @param reply the answer to the sender as JSON; {@code null} if it expects none
 * @param sends messages that the engine delivers, each once
 */
public record PlacementStep<S>(S state, String reply, Vector<Send> sends) {
    static final String NO_REPLY = "null";

    static <S> PlacementStep<S> of(S state) {
        return new PlacementStep<>(state, NO_REPLY, Vector.empty());
    }

    PlacementStep<S> with(Vector<Send> more) {
        return new PlacementStep<>(state, reply, sends.appendAll(more));
    }

    PlacementStep<S> withReply(String json) {
        return new PlacementStep<>(state, json, sends);
    }

    /** A message to be delivered. */
    public sealed interface Send {}

    /**
     * A message to the table of hosts.
     *
     * @param delayMillis how long the engine keeps it
     */
    public record ToHosts(Message.ToHosts message, long delayMillis) implements Send {}

    /**
     * A message to a run.
     *
     * @param delayMillis how long the engine keeps it
     */
    public record ToRun(String run, Message.ToRun message, long delayMillis) implements Send {}
}
