package dev.foldline.app.run;

/** The signals to this process that a driver handles. */
interface ProcessSignals extends AutoCloseable {

    /** Returns whether a termination signal stopped the driver. */
    boolean isTerminated();

    @Override
    void close();

    /** Handles no signals. */
    ProcessSignals NONE =
            new ProcessSignals() {
                @Override
                public boolean isTerminated() {
                    return false;
                }

                @Override
                public void close() {}
            };
}
