package dev.foldline.effects.log;

/**
 * The log of a run: append-only, one line per event. Line n is event n.
 *
 * <p>When {@link #append} returns, the event is durable; only then may the state change.
 */
public interface EventLog extends AutoCloseable {
    /**
     * Appends an event and makes it durable.
     *
     * @return the position after the new line; its {@code seq} is the event's number
     * @throws LogFault if it could not be made durable; then it is not in the log
     */
    LogPosition append(LogEntry entry) throws LogFault;

    /**
     * Records the current end durably outside the log. A log that has lost its end is not appended
     * to afterwards.
     *
     * @throws LogFault if it could not be made durable
     */
    void forceHead() throws LogFault;

    /**
     * Waits until all lines of the log have been checked. Call it before anything that others see
     * and that cannot be undone.
     *
     * @throws LogFault if one is damaged; then nothing more is appended
     */
    default void awaitChecked() throws LogFault {}

    /** Returns whether all lines of the log have been checked and are right. Does not wait. */
    default boolean isChecked() {
        return true;
    }

    /** Returns the position after the last line. */
    LogPosition end();

    @Override
    void close();
}
