package dev.foldline.effects.process;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The processes that this one has started in sessions of their own. All other children in foreign
 * sessions have lost their parent and were adopted by this process as their {@link Subreaper}.
 */
public final class OwnChildren {
    private static final Map<ProcessHandle, Optional<ProcessMarker>> ALIVE =
            new ConcurrentHashMap<>();

    /**
     * Held for reading while a process starts, so that it is never visible before it is registered.
     */
    private static final ReadWriteLock STARTING = new ReentrantReadWriteLock();

    private OwnChildren() {}

    /** Starts a process that is not mistaken for an orphan. */
    public static Process start(ProcessBuilder builder) throws IOException {
        return start(builder, Optional.empty());
    }

    /**
     * @param marker marker of the call
     */
    static Process start(ProcessBuilder builder, Optional<ProcessMarker> marker)
            throws IOException {
        STARTING.readLock().lock();
        try {
            Process process = builder.start();
            ALIVE.put(process.toHandle(), marker);
            var _ = process.onExit().thenRun(() -> ALIVE.remove(process.toHandle()));
            return process;
        } finally {
            STARTING.readLock().unlock();
        }
    }

    /** Returns whether a process seen just now is one of them. */
    static boolean has(ProcessHandle process) {
        STARTING.writeLock().lock();
        try {
            return ALIVE.containsKey(process);
        } finally {
            STARTING.writeLock().unlock();
        }
    }

    /**
     * Returns whether it is a call of an agent or a check, rather than another program that was
     * started here.
     */
    static boolean isCall(ProcessHandle process) {
        return Optional.ofNullable(ALIVE.get(process)).flatMap(marker -> marker).isPresent();
    }

    static boolean isUnderWay(ProcessMarker call) {
        return ALIVE.containsValue(Optional.of(call));
    }
}
