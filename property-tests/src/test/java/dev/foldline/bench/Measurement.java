package dev.foldline.bench;

/** Something that can be timed: {@code work} does {@code operations} of it, anew on each call. */
record Measurement(String name, int operations, Work work) {

    /** May throw what it likes: a measurement that fails ends the bench. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    /** One timed call, in operations a second. */
    double rate() throws Exception {
        long started = System.nanoTime();
        work.run();
        return operations * 1e9 / (System.nanoTime() - started);
    }
}
