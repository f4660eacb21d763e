package dev.foldline.effects.process;

import dev.foldline.effects.process.ProcessTable.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds processes by the marker in their environment, and whoever they started, and ends them: what a driver that died has left
 * running.
 *
 * <p>Use it only while holding the run's lock; the processes of a living driver carry the same marker. A process that neither has a
 * marker nor descends from one that has is never touched, nor one that was given a dead one's number. Where environments of other
 * processes cannot be read (outside Linux) nothing is found.
 */
public final class Reaper {
    private Reaper() {}

    /**
     * A process that works, or worked, for a run.
     *
     * @param command its program and arguments as far as the system tells, for people
     */
    public record Marked(ProcessHandle process, Marker marker, String command) {
        public long pid() {
            return process.pid();
        }
    }

    /**
     * All processes that work for any run, ourselves left out: those that carry its marker, those in a session that one of them leads,
     * and all their descendants, with a marker or without.
     */
    public static List<Marked> marked() {
        return marked(ProcessTable.rows());
    }

    private static List<Marked> marked(List<Row> rows) {
        Map<Long, Marked> marked = new LinkedHashMap<>();
        for (Row row : rows) {
            Marker.of(row).ifPresent(marker -> marked.put(row.pid(), marked(row, marker)));
        }
        Set<Long> carriers = Set.copyOf(marked.keySet());
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Row row : rows) {
                Marked elder = elder(row, marked, carriers);
                grown |= elder != null && marked.putIfAbsent(row.pid(), marked(row, elder.marker())) == null;
            }
        }
        marked.remove(ProcessHandle.current().pid());
        return List.copyOf(marked.values());
    }

    /** By whom a process came to work for a run: its parent, or a leader of its session that carries the marker. */
    private static @Nullable Marked elder(Row row, Map<Long, Marked> marked, Set<Long> carriers) {
        Marked leader = carriers.contains(row.session()) ? marked.get(row.session()) : null;
        return leader != null ? leader : marked.get(row.parent());
    }

    /** The processes that work for one run. */
    public static List<Marked> markedFor(String run) {
        return marked().stream().filter(one -> one.marker().run().equals(run)).toList();
    }

    /** Ends all processes of a run: asks, waits for the grace, kills. Returns those it has found, alive or not by now. */
    public static List<Marked> reap(String run, Duration grace) {
        return reap(one -> one.marker().run().equals(run), grace);
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

    /** Signals each program once, also those that appear meanwhile, until none is left or the patience ends. */
    private static void signal(Predicate<Marked> wanted, Duration limit, Consumer<ProcessHandle> signal, List<Marked> found) {
        Asked asked = new Asked();
        try (Patience patience = new Patience(limit)) {
            List<ProcessHandle> alive = alive(wanted, found);
            while (!alive.isEmpty() && patience.remains()) {
                alive.stream().filter(asked::add).forEach(signal);
                patience.pause();
                alive = alive(wanted, found);
            }
        }
    }

    /** Those wanted, and those found earlier: one without a marker shows no longer for whom it works when its parent is gone. */
    private static List<ProcessHandle> alive(Predicate<Marked> wanted, List<Marked> found) {
        List<Row> rows = ProcessTable.rows();
        Set<ProcessHandle> known = found.stream().map(Marked::process).collect(Collectors.toCollection(HashSet::new));
        marked(rows).stream().filter(wanted).filter(one -> known.add(one.process())).forEach(found::add);
        return rows.stream().map(Row::process).filter(known::contains).toList();
    }

    private static Marked marked(Row row, Marker marker) {
        return new Marked(row.process(), marker, row.process().info().commandLine().orElse(""));
    }
}
