package dev.foldline.effects.process;

import dev.foldline.effects.poll.Poller;
import dev.foldline.effects.process.ProcessTable.Row;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/**
 * Finds and ends the processes that a dead driver has left running, by the marker in their limits
 * or environment, with all their descendants.
 *
 * <p>Use it only while holding the run's lock; the processes of a live driver carry the same
 * marker. A process without a marker and without a marked ancestor is never touched, nor is one
 * that reuses a dead process's id. Where environments of other processes cannot be read (outside
 * Linux), nothing is found.
 */
public final class Reaper {
    private Reaper() {}

    /**
     * A process that works, or worked, for a run.
     *
     * @param command its program and arguments as far as the system shows them, for the user
     */
    public record Marked(ProcessHandle process, ProcessMarker marker, String command) {
        public long pid() {
            return process.pid();
        }

        /** Returns whether it still runs; one whose exit status is not collected does not. */
        public boolean isRunning() {
            return ProcessTable.isRunning(process);
        }

        /** Returns the folder in which it works, if the system shows it. */
        public Optional<Path> folder() {
            try {
                return Optional.of(Files.readSymbolicLink(Path.of("/proc", pid() + "", "cwd")));
            } catch (IOException unknown) {
                return Optional.empty();
            }
        }
    }

    /**
     * Returns all processes that work for any run, except this one: those with its marker, those in
     * a session that one of them leads, and all their descendants.
     */
    public static List<Marked> marked() {
        return marked(ProcessTable.rows());
    }

    private static List<Marked> marked(List<Row> rows) {
        Map<Long, Marked> marked = new LinkedHashMap<>();
        for (Row row : rows) {
            ProcessMarker.of(row).ifPresent(marker -> marked.put(row.pid(), marked(row, marker)));
        }
        Set<Long> carriers = Set.copyOf(marked.keySet());
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Row row : rows) {
                Marked elder = elder(row, marked, carriers);
                grown |=
                        elder != null
                                && marked.putIfAbsent(row.pid(), marked(row, elder.marker()))
                                        == null;
            }
        }
        marked.remove(ProcessHandle.current().pid());
        return List.copyOf(marked.values());
    }

    /**
     * Returns the process through which a process works for a run: its parent, or a marked leader
     * of its session.
     */
    private static @Nullable Marked elder(Row row, Map<Long, Marked> marked, Set<Long> carriers) {
        Marked leader = carriers.contains(row.session()) ? marked.get(row.session()) : null;
        return leader != null ? leader : marked.get(row.parent());
    }

    /** Returns the processes that work for one run. */
    public static List<Marked> markedFor(String run) {
        return marked().stream().filter(one -> one.marker().run().equals(run)).toList();
    }

    /**
     * Ends all processes of a run: terminates, waits for the grace, kills. Returns all processes it
     * found, including those that have ended.
     */
    public static List<Marked> reap(String run, Duration grace) {
        return reap(one -> one.marker().run().equals(run), grace);
    }

    /**
     * Returns the marker of this process or of the nearest ancestor that has one.
     *
     * <p>A process with a marker belongs to an agent or a check, not to the user.
     */
    public static Optional<ProcessMarker> ourMarker() {
        return ProcessMarker.in(System.getenv()).or(() -> markerOf(ProcessHandle.current()));
    }

    /**
     * Returns the marker of a process, from its limits, or from the environment of itself or the
     * nearest ancestor that has one there.
     */
    public static Optional<ProcessMarker> markerOf(ProcessHandle process) {
        Optional<ProcessMarker> found = MarkerLimits.of(process.pid());
        Optional<ProcessHandle> next = Optional.of(process);
        while (found.isEmpty() && next.isPresent()) {
            found = ProcessMarker.in(ProcessTable.environment(next.get().pid()));
            next = next.get().parent();
        }
        return found;
    }

    /**
     * Returns whether a process descends from a call in progress in this process, or from an orphan
     * of one.
     */
    public static boolean isBelowCall(ProcessHandle process) {
        List<ProcessHandle> ancestry = ProcessAncestry.of(process);
        int self = ancestry.indexOf(ProcessHandle.current());
        if (self < 1) {
            return false;
        }
        ProcessHandle child = ancestry.get(self - 1);
        return OwnChildren.isCall(child)
                || Subreaper.adopted(ProcessTable.rows()).stream()
                        .anyMatch(row -> row.process().equals(child));
    }

    /** Returns whether a process of a run hides its open files and connections. */
    public static boolean hides() {
        return marked().stream()
                .anyMatch(
                        one -> !Files.isReadable(Path.of("/proc", Long.toString(one.pid()), "fd")));
    }

    private static List<Marked> reap(Predicate<Marked> wanted, Duration grace) {
        List<Marked> found = new ArrayList<>();
        var left = signal(wanted, grace, ProcessHandle::destroy, found);
        if (!left.isEmpty())
            signal(wanted, Duration.ofSeconds(5), ProcessHandle::destroyForcibly, found);
        return found;
    }

    /**
     * Signals each program once, including new ones, until none is left or the time is over.
     * Returns those that are left.
     */
    private static List<ProcessHandle> signal(
            Predicate<Marked> wanted,
            Duration limit,
            Consumer<ProcessHandle> signal,
            List<Marked> found) {
        SignalledProcesses asked = new SignalledProcesses();
        return Poller.within(limit, ProcessTree.CHECKS)
                .pollUninterruptibly(
                        () -> {
                            var alive = alive(wanted, found);
                            alive.stream().filter(asked::add).forEach(signal);
                            return alive;
                        },
                        List::isEmpty);
    }

    /**
     * Returns the selected processes and those found earlier, because one without a marker cannot
     * be attributed once its parent is gone.
     */
    private static List<ProcessHandle> alive(Predicate<Marked> wanted, List<Marked> found) {
        List<Row> rows = ProcessTable.rows();
        Set<ProcessHandle> known =
                found.stream().map(Marked::process).collect(Collectors.toCollection(HashSet::new));
        marked(rows).stream()
                .filter(wanted)
                .filter(one -> known.add(one.process()))
                .forEach(found::add);
        return rows.stream().map(Row::process).filter(known::contains).toList();
    }

    private static Marked marked(Row row, ProcessMarker marker) {
        return new Marked(row.process(), marker, row.process().info().commandLine().orElse(""));
    }
}
