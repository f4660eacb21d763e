package dev.foldline.effects.process;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The processes that were sent a signal. None gets it twice, because some programs treat a second
 * request as an order to abort. A process that has since executed another program has not received
 * it: a shell's child loses a signal that arrives before exec.
 */
final class SignalledProcesses {
    private final Map<ProcessHandle, Optional<String>> programs = new HashMap<>();

    /**
     * Returns whether the process's current program has not received the signal, and records it.
     */
    boolean add(ProcessHandle process) {
        var program = process.info().command();
        return !program.equals(programs.put(process, program));
    }

    Set<ProcessHandle> processes() {
        return programs.keySet();
    }
}
