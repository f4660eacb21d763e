package dev.foldline.app.server.live;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/** Where the messages of a stream come from: all of them can be read again, by their positions. */
public abstract sealed class MessageLog permits RunMessages, RepositoryMessages {

    /** Receives the messages that are added. */
    interface Receiver {
        /** The messages up to here are read from the log. */
        void start(StreamPosition floor);

        void publish(StreamMessage message);

        /** The messages that it has no longer have the positions that they had. */
        void end();
    }

    /**
     * A part of the log.
     *
     * @param reached the position behind it, also if it has no message
     */
    record Part(Vector<StreamMessage> messages, StreamPosition reached) {}

    /** Identifies the log in a server. */
    abstract String name();

    /** The run or workflow that notices name; none for those of a repository. */
    abstract Option<String> subject();

    /** The number of its last event. */
    public abstract long last() throws IOException;

    /** Reads the messages behind a position, in parts, so that they need not all be in memory. */
    abstract Part read(StreamPosition after) throws IOException;

    /** Reports messages as they are added, until the thread is interrupted. */
    abstract void follow(Receiver receiver) throws IOException, InterruptedException;

    /** The position of a message as clients name it. */
    public String id(StreamPosition at) {
        return at.toString();
    }

    /** The position that a client names, if it names one of this log. */
    public Option<StreamPosition> position(String id) {
        return StreamPosition.read(id);
    }
}
