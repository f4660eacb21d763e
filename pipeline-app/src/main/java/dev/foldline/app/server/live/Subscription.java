package dev.foldline.app.server.live;

import dev.foldline.app.view.TerminalOutputs;

import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * What a client wants to receive.
 *
 * @param after the last message that the client knows
 * @param types of messages; empty means all
 * @param outputs the output of its terminals, if the client wants it
 */
public record Subscription(
        MessageLog log, StreamPosition after, Set<String> types, Option<TerminalOutputs> outputs) {

    /** A subscriber that receives only what is wanted. */
    Subscriber limited(Subscriber client) {
        return types.isEmpty() ? client : new TypeSubscriber(client, types);
    }
}
