package dev.foldline.effects.context;

/** Where a run's agents wait to be let work, if not all that are driven here may work at once. No call has begun meanwhile, and no log says so. */
@FunctionalInterface
public interface Turnstile {

    /** Nobody waits. */
    Turnstile OPEN = (_, _) -> Turn.COME;

    /** A place in the queue; once its turn has come, the right to let one agent work, until it is given back. */
    interface Turn extends AutoCloseable {

        /** Whether an agent may work by it. */
        boolean hasCome();

        /** Whether it never comes any more: its workflow is about to pause or to end. */
        boolean isCalledOff();

        /** Gives the right back, or waits no more. */
        @Override
        void close();

        /** Of somebody who waits for nobody. */
        Turn COME = new Turn() {
            @Override public boolean hasCome() { return true; }

            @Override public boolean isCalledOff() { return false; }

            @Override public void close() {}
        };
    }

    /**
     * Asks for an agent of the run to be let work.
     *
     * @param called once, when its turn has come: at once, or by whoever gives theirs back
     */
    Turn queue(String run, Runnable called);
}
