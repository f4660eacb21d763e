package dev.foldline.effects.log;

/**
 * The history of a run: append-only, one line an event. Line n is event n.
 *
 * <p>When {@link #append} has returned, the event is durable; only then may the state move.
 */
public interface EventLog extends AutoCloseable {
    /**
     * Adds an event and makes it durable.
     *
     * @return the place after the new line; its {@code seq} is the event's number
     * @throws LogFault if it could not be made durable; then it is not in the log
     */
    Position append(Entry entry) throws LogFault;

    /** The place after the last line. */
    Position end();

    @Override
    void close();
}
