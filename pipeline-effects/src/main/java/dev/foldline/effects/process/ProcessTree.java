package dev.foldline.effects.process;

import dev.foldline.effects.poll.Backoff;
import dev.foldline.effects.poll.Poller;
import dev.foldline.effects.process.ProcessTable.Row;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A child process and everything it started: its session, its descendants, processes with its
 * marker, and its orphans.
 *
 * <p>A daemon leaves the session, and some programs clear their environment. A process that does
 * both and loses its parent is adopted by this process as its {@link Subreaper}. With several
 * concurrent calls, an orphan belongs to the call whose marker is in its limits. Without one, it
 * belongs to the first call to end among those that can have started it.
 */
final class ProcessTree {
    private static final Duration DYING_MAX = Duration.ofSeconds(5);
    static final Backoff CHECKS = new Backoff(Duration.ofMillis(2), Duration.ofMillis(100));

    private final ProcessHandle leader;
    private final boolean ownSession;
    private final ProcessMarker marker;
    private final Optional<Instant> startedAt;

    /** Whether the leader only starts the program, in processes of its own, and ends with it. */
    private final boolean isLaunched;

    /** In ticks; 0 if it is not visible. */
    private final long start;

    /** Processes found earlier: the only trace of an orphan where sessions are not visible. */
    private final Map<Long, ProcessHandle> known = new HashMap<>();

    /**
     * Creates the tree of a child process.
     *
     * @param ownSession whether it leads a session, so that its pid also identifies the session and
     *     a group
     * @param isLaunched whether the leader is a launcher: it would end everything at once if it was
     *     terminated, so the program is asked first
     */
    ProcessTree(
            ProcessHandle leader, boolean ownSession, ProcessMarker marker, boolean isLaunched) {
        this.isLaunched = isLaunched;
        this.leader = leader;
        this.ownSession = ownSession;
        this.marker = marker;
        this.startedAt = leader.info().startInstant();
        this.start = ProcessTable.start(leader);
    }

    /**
     * Terminates all processes, kills the remaining ones after the grace, and returns how many
     * there were.
     */
    int end(Duration grace) {
        SignalledProcesses asked = new SignalledProcesses();
        Poller.within(grace, CHECKS)
                .pollUninterruptibly(
                        () -> {
                            var alive = members();
                            programs(alive, asked).stream()
                                    .filter(asked::add)
                                    .forEach(ProcessHandle::destroy);
                            return alive;
                        },
                        List::isEmpty);
        return asked.processes().size() + kill(asked.processes());
    }

    /**
     * Returns the processes without the launcher's, which end by themselves, unless there was never
     * another one.
     */
    private List<ProcessHandle> programs(List<ProcessHandle> alive, SignalledProcesses asked) {
        if (!isLaunched) {
            return alive;
        }
        List<ProcessHandle> programs = alive.stream().filter(one -> !isOfLauncher(one)).toList();
        return programs.isEmpty() && asked.processes().isEmpty() ? alive : programs;
    }

    /** The launcher is the leader and its child, which is the first process of the sandbox. */
    private boolean isOfLauncher(ProcessHandle one) {
        return one.equals(leader) || one.parent().filter(leader::equals).isPresent();
    }

    /**
     * Kills the remaining processes and returns how many of them had not been terminated before.
     */
    private int kill(Set<ProcessHandle> asked) {
        Set<ProcessHandle> unasked = new HashSet<>();
        Poller.within(DYING_MAX, CHECKS)
                .pollUninterruptibly(
                        () -> {
                            var rows = ProcessTable.rows();
                            var alive = members(rows);
                            // The group is killed even if it seems empty: in a chain of programs
                            // that each start the next and exit, each is gone before it is seen.
                            killGroup(rows);
                            alive.stream()
                                    .filter(one -> !asked.contains(one))
                                    .forEach(unasked::add);
                            alive.forEach(ProcessHandle::destroyForcibly);
                            return alive;
                        },
                        List::isEmpty);
        return unasked.size();
    }

    /**
     * Kills the whole group at once, because a program may start others faster than they can be
     * listed.
     */
    private void killGroup(List<Row> rows) {
        if (sessionIsOurs(rows)) {
            ProcessGroup.kill(leader.pid());
        }
    }

    /**
     * A pid is not reused while a session has its number. If another process has it, the session is
     * gone.
     */
    private boolean sessionIsOurs(List<Row> rows) {
        return ownSession
                && (leader.isAlive() || rows.stream().noneMatch(row -> row.pid() == leader.pid()));
    }

    /** Returns the live processes. */
    List<ProcessHandle> members() {
        return members(ProcessTable.rows());
    }

    private List<ProcessHandle> members(List<Row> rows) {
        Set<Long> pids = new HashSet<>();
        boolean sessionIsOurs = sessionIsOurs(rows);
        for (Row row : rows) {
            boolean inSession =
                    sessionIsOurs && (row.session() == leader.pid() || row.group() == leader.pid());
            if (row.pid() != ProcessHandle.current().pid() && (inSession || belongs(row))) {
                pids.add(row.pid());
            }
        }
        Subreaper.adopted(rows).stream().filter(this::isOurOrphan).map(Row::pid).forEach(pids::add);
        addDescendants(rows, pids);
        List<ProcessHandle> members =
                rows.stream()
                        .filter(row -> pids.contains(row.pid()))
                        .map(Row::process)
                        .filter(ProcessHandle::isAlive)
                        .toList();
        members.forEach(one -> known.put(one.pid(), one));
        return members;
    }

    /** Returns the processor time of the live processes. */
    Duration processorTime() {
        return members().stream()
                .map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private boolean belongs(Row row) {
        return (row.pid() == leader.pid() && leader.isAlive())
                || Optional.ofNullable(known.get(row.pid()))
                        .filter(ProcessHandle::isAlive)
                        .isPresent()
                || row.start() >= start
                        && ProcessMarker.in(ProcessTable.environment(row.pid()))
                                .filter(marker::equals)
                                .isPresent();
    }

    private boolean isOurOrphan(Row orphan) {
        Optional<ProcessMarker> kept = MarkerLimits.of(orphan.pid());
        if (kept.isPresent()) {
            return kept.get().equals(marker);
        }
        Map<String, String> environment = ProcessTable.environment(orphan.pid());
        return isNotOlder(orphan)
                && !environment.containsKey(ProcessMarker.SESSION)
                && ProcessMarker.in(environment)
                        .filter(other -> !other.equals(marker))
                        .filter(OwnChildren::isUnderWay)
                        .isEmpty();
    }

    private boolean isNotOlder(Row orphan) {
        Optional<Instant> born = orphan.process().info().startInstant();
        return startedAt.isEmpty() || born.isEmpty() || !born.get().isBefore(startedAt.get());
    }

    private static void addDescendants(List<Row> rows, Set<Long> pids) {
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Row row : rows) {
                grown |= pids.contains(row.parent()) && pids.add(row.pid());
            }
        }
    }
}
