package dev.foldline.effects.process;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/** Runs the child processes of a run's effects: agents and checks. */
public interface ProcessExecutor {

    /**
     * Runs a process to its end.
     *
     * @param started called with the process once it runs; not called if no process is started
     * @throws IOException if the files for its output or input cannot be written; a failed start is
     *     a result instead
     */
    ProcessResult run(ProcessSpec spec, ProcessListener listener, Consumer<RunningProcess> started)
            throws IOException;

    /** Ends the processes that a dead driver of this run has left running. */
    void endLeftovers(String run, Duration grace);
}
