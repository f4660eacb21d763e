package dev.foldline.effects.process;

import dev.foldline.effects.process.ProcessTable.Row;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A child process and everything it started: its session, its descendants, and whoever carries its marker.
 *
 * <p>A daemon leaves the session, an orphan has no ancestor any more, and some programs clear their environment; hardly anything does
 * all three.
 */
final class Kin {
    private static final Duration DYING_MAX = Duration.ofSeconds(5);

    private final ProcessHandle leader;
    private final boolean ownSession;
    private final Marker marker;

    /** Found earlier: the only trace of an orphan where there are no sessions to be seen. */
    private final Map<Long, ProcessHandle> known = new HashMap<>();

    /**
     * The kin of a child process.
     *
     * @param ownSession whether it was made the leader of a session, so that its pid also names the session and a group
     */
    Kin(ProcessHandle leader, boolean ownSession, Marker marker) {
        this.leader = leader;
        this.ownSession = ownSession;
        this.marker = marker;
    }

    /** Asks all of them to end, and after the grace kills those that have not; returns how many there were. */
    int end(Duration grace) {
        Asked asked = new Asked();
        try (Patience patience = new Patience(grace)) {
            List<ProcessHandle> alive = members();
            while (!alive.isEmpty() && patience.remains()) {
                alive.stream().filter(asked::add).forEach(ProcessHandle::destroy);
                patience.pause();
                alive = members();
            }
        }
        return asked.processes().size() + kill(asked.processes());
    }

    /** Kills whoever is left; returns how many of them had not been asked. */
    private int kill(Set<ProcessHandle> asked) {
        Set<ProcessHandle> unasked = new HashSet<>();
        try (Patience patience = new Patience(DYING_MAX)) {
            List<ProcessHandle> alive = members();
            // Also where there seems to be nobody: of programs that start the next one and go, each is gone before it is looked at.
            killGroup();
            while (!alive.isEmpty() && patience.remains()) {
                alive.stream().filter(one -> !asked.contains(one)).forEach(unasked::add);
                alive.forEach(ProcessHandle::destroyForcibly);
                patience.pause();
                alive = members();
            }
        }
        return unasked.size();
    }

    /** All at once, since a program that starts others faster than we look would outrun us. */
    private void killGroup() {
        if (!sessionIsOurs(ProcessTable.rows())) {
            return;
        }
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -KILL -" + leader.pid())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException noShell) {
            return;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** A pid is not given away while a session has its name; so if somebody else has it, nothing of our session is left. */
    private boolean sessionIsOurs(List<Row> rows) {
        return ownSession && (leader.isAlive() || rows.stream().noneMatch(row -> row.pid() == leader.pid()));
    }

    /** Those alive now. */
    List<ProcessHandle> members() {
        List<Row> rows = ProcessTable.rows();
        Set<Long> pids = new HashSet<>();
        boolean sessionIsOurs = sessionIsOurs(rows);
        for (Row row : rows) {
            boolean inSession = sessionIsOurs && (row.session() == leader.pid() || row.group() == leader.pid());
            if (row.pid() != ProcessHandle.current().pid() && (inSession || belongs(row))) {
                pids.add(row.pid());
            }
        }
        addDescendants(rows, pids);
        List<ProcessHandle> members =
                rows.stream().filter(row -> pids.contains(row.pid())).map(Row::process).filter(ProcessHandle::isAlive).toList();
        members.forEach(one -> known.put(one.pid(), one));
        return members;
    }

    /** What those alive now have used of the processors. */
    Duration processorTime() {
        return members().stream().map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO)).reduce(Duration.ZERO, Duration::plus);
    }

    private boolean belongs(Row row) {
        return (row.pid() == leader.pid() && leader.isAlive())
                || Optional.ofNullable(known.get(row.pid())).filter(ProcessHandle::isAlive).isPresent()
                || Marker.in(ProcessTable.environment(row.pid())).filter(marker::equals).isPresent();
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
