package dev.foldline.effects.context;

/**
 * Limits the number of concurrent agent calls in this process. A waiting call has not started and
 * is not logged.
 */
@FunctionalInterface
public interface AgentCallLimiter {

    /** A limiter without a limit. */
    AgentCallLimiter OPEN = (_, _) -> Turn.COME;

    /** A place in the queue, which becomes the permit for one agent call until it is closed. */
    interface Turn extends AutoCloseable {

        /** Returns whether the call may start. */
        boolean hasCome();

        /**
         * Returns whether the turn will never come because the workflow is about to pause or to
         * end.
         */
        boolean isCalledOff();

        /** Returns the permit, or leaves the queue. */
        @Override
        void close();

        /** A turn without a wait. */
        Turn COME =
                new Turn() {
                    @Override
                    public boolean hasCome() {
                        return true;
                    }

                    @Override
                    public boolean isCalledOff() {
                        return false;
                    }

                    @Override
                    public void close() {}
                };
    }

    /**
     * Requests a permit for an agent call of the run.
     *
     * @param called called once when the turn has come: at once, or by the call that returns its
     *     permit
     */
    Turn queue(String run, Runnable called);
}
