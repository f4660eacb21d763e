package dev.foldline.effects.process;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Who has been sent a signal. Nobody gets it twice, since to some programs a second request means to drop everything; but one that has
 * become another program since has not had it: a shell's child loses what reaches it on the way there.
 */
final class Asked {
    private final Map<ProcessHandle, Optional<String>> programs = new HashMap<>();

    /** Whether the program that this process runs now has not had it; it is taken to have it from now on. */
    boolean add(ProcessHandle process) {
        var program = process.info().command();
        return !program.equals(programs.put(process, program));
    }

    Set<ProcessHandle> processes() { return programs.keySet(); }
}
