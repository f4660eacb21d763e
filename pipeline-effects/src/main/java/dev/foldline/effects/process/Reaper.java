package dev.foldline.effects.process;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Finds processes by the marker in their environment and ends them: what a driver that died has left running.
 *
 * <p>Use it only while holding the run's lock; the processes of a living driver carry the same marker. A process without a marker is
 * never touched. Where environments of other processes cannot be read (outside Linux) nothing is found.
 */
public final class Reaper {
    private Reaper() {}

    /**
     * A process that works, or worked, for a run.
     *
     * @param startedAt empty if the system does not tell
     * @param command its program and arguments as far as the system tells, for people
     */
    public record Marked(ProcessHandle process, Marker marker, Optional<Instant> startedAt, String command) {
        public long pid() {
            return process.pid();
        }
    }

    /** All processes that work for any run, ourselves left out. */
    public static List<Marked> marked() {
        List<Marked> marked = new ArrayList<>();
        for (ProcessTable.Row row : ProcessTable.rows()) {
            if (row.pid() != ProcessHandle.current().pid()) {
                // The handle first: it remembers the start time, so a process that gets the number later is not mistaken for this one.
                ProcessHandle.of(row.pid()).flatMap(Reaper::marked).ifPresent(marked::add);
            }
        }
        return marked;
    }

    /** The processes that work for one run. */
    public static List<Marked> markedFor(String run) {
        return marked().stream().filter(one -> one.marker().run().equals(run)).toList();
    }

    /** Ends all processes of a run: asks, waits for the grace, kills. Returns those it has found, alive or not by now. */
    public static List<Marked> reap(String run, Duration grace) {
        return reap(one -> one.marker().run().equals(run), grace);
    }

    /** The same for one ticket of a run. */
    public static List<Marked> reap(Marker marker, Duration grace) {
        return reap(one -> one.marker().equals(marker), grace);
    }

    /**
     * For whom we ourselves work: the marker of this process or of the nearest ancestor that has one.
     *
     * <p>Whoever has one is an agent or a check, not a person.
     */
    public static Optional<Marker> ourMarker() {
        Optional<Marker> own = Marker.in(System.getenv());
        Optional<ProcessHandle> ancestor = ProcessHandle.current().parent();
        while (own.isEmpty() && ancestor.isPresent()) {
            own = Marker.in(ProcessTable.environment(ancestor.get().pid()));
            ancestor = ancestor.get().parent();
        }
        return own;
    }

    private static List<Marked> reap(Predicate<Marked> wanted, Duration grace) {
        List<Marked> found = new ArrayList<>();
        signal(wanted, grace, ProcessHandle::destroy, found);
        signal(wanted, Duration.ofSeconds(5), ProcessHandle::destroyForcibly, found);
        return found;
    }

    /** Signals each process once, also those that appear meanwhile, until none is left or the patience ends. */
    private static void signal(Predicate<Marked> wanted, Duration limit, Consumer<ProcessHandle> signal, List<Marked> found) {
        List<ProcessHandle> signalled = new ArrayList<>();
        try (Patience patience = new Patience(limit)) {
            List<Marked> alive = marked().stream().filter(wanted).toList();
            while (!alive.isEmpty() && patience.remains()) {
                for (Marked one : alive) {
                    if (!signalled.contains(one.process())) {
                        signalled.add(one.process());
                        signal.accept(one.process());
                    }
                    if (found.stream().noneMatch(known -> known.process().equals(one.process()))) {
                        found.add(one);
                    }
                }
                patience.pause();
                alive = marked().stream().filter(wanted).toList();
            }
        }
    }

    private static Optional<Marked> marked(ProcessHandle process) {
        return Marker.in(ProcessTable.environment(process.pid()))
                .map(marker -> new Marked(
                        process, marker, process.info().startInstant(), process.info().commandLine().orElse("")));
    }
}
