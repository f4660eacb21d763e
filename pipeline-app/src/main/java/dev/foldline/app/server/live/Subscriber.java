package dev.foldline.app.server.live;

import io.vavr.collection.Vector;

import java.io.IOException;

/**
 * A client that follows a workflow, as far as it can be spoken to. Each method blocks as long as
 * the client takes.
 */
interface Subscriber {

    void receive(Vector<StreamMessage> messages) throws IOException, InterruptedException;

    /** Receives messages without a position, each as one line of JSON. They are not repeated. */
    void hearPassing(Vector<String> messages) throws IOException, InterruptedException;

    /** It was too slow; what it has missed follows. */
    void sendLagged(StreamPosition after) throws IOException, InterruptedException;

    /** There is no news, but the stream is alive. */
    void keepAlive() throws IOException, InterruptedException;

    /** There will be no more. */
    void bye() throws IOException, InterruptedException;
}
