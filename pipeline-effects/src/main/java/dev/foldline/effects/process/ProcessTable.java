package dev.foldline.effects.process;

import dev.foldline.effects.poll.Backoff;
import dev.foldline.effects.poll.Poller;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The processes of this machine, as Linux shows them under {@code /proc}. On other systems only
 * parents are known, without sessions and environments.
 */
final class ProcessTable {
    private static final Path PROC = Path.of("/proc");
    private static final boolean LINUX = Files.isReadable(PROC.resolve("self/stat"));

    /** Indexes of fields of {@code stat}, counted after the name. */
    private static final int FLAGS = 6;

    private static final int START = 19;

    /** The flag of a kernel thread. */
    private static final long OF_THE_KERNEL = 0x0020_0000;

    /**
     * This takes far less than a millisecond, but the process may have to wait for the processor.
     */
    private static final Poller BECOMING =
            Poller.within(
                    Duration.ofMillis(255),
                    new Backoff(Duration.ofMillis(1), Duration.ofMillis(128)));

    private static final int FIRST_ROOM = 1 << 14;

    /** More than {@code stat} and {@code limits} ever fill. */
    private static final int ROOM = 1 << 13;

    private static final String OURS = "FOLDLINE_";

    /**
     * Number of times a process must be seen with arguments but without variables before it counts
     * as having none; it may change in between.
     */
    private static final int LOOKS = 4;

    private ProcessTable() {}

    /**
     * A process. Threads of the kernel are left out; they never work for a run.
     *
     * @param process read before anything else: it remembers the start time, so that a reused
     *     process id is never mistaken for this process
     * @param start in ticks since the system started; 0 if it is not visible
     */
    record Row(ProcessHandle process, long parent, long group, long session, long start) {
        long pid() {
            return process.pid();
        }
    }

    static boolean showsSessions() {
        return LINUX;
    }

    /** Returns the start of a process in ticks; 0 if it is gone or its start is not visible. */
    static long start(ProcessHandle process) {
        return LINUX ? row(process, Life.ALIVE).map(Row::start).orElse(0L) : 0;
    }

    static boolean isRunning(ProcessHandle process) {
        return LINUX ? start(process) != 0 : process.isAlive();
    }

    static List<Row> rows() {
        return LINUX ? rowsOfProc(Life.ALIVE) : rowsOfHandles();
    }

    /** Returns dead processes whose parent has not yet collected their exit status. */
    static List<Row> zombies() {
        return LINUX ? rowsOfProc(Life.ZOMBIE) : List.of();
    }

    /** The state of a process. */
    private enum Life {
        ALIVE,
        ZOMBIE,
        GONE
    }

    /** Returns the system's name of a process; empty if it is gone. */
    static String name(long pid) {
        return LINUX ? read(pid, "comm").strip() : "";
    }

    /** Returns the resource limits of a process, as the system prints them; empty if it is gone. */
    static String limits(long pid) {
        return LINUX ? read(pid, "limits") : "";
    }

    /**
     * Returns Foldline's variables in the environment a process was started with; empty if it is
     * gone or not accessible.
     */
    static Map<String, String> environment(long pid) {
        var withCommand = new AtomicInteger();
        return variables(
                BECOMING.pollUninterruptibly(
                        () -> variablesOf(pid),
                        text ->
                                !isTorn(text)
                                        || !isProgramOfOurs(pid)
                                        || !read(pid, "cmdline").isEmpty()
                                                && withCommand.incrementAndGet() > LOOKS));
    }

    /** During exec the system shows nothing, or only a part, of the environment. */
    private static boolean isTorn(String variables) {
        return !variables.endsWith("\0");
    }

    /** Kernel threads and dead processes never show an environment. */
    private static boolean isProgramOfOurs(long pid) {
        String[] fields = fields(pid);
        return fields.length > START
                && life(fields[0]) == Life.ALIVE
                && !isOfTheKernel(fields)
                && Files.isReadable(PROC.resolve(Long.toString(pid)).resolve("environ"));
    }

    private static boolean isOfTheKernel(String[] fields) {
        return (Long.parseLong(fields[FLAGS]) & OF_THE_KERNEL) != 0;
    }

    private static String variablesOf(long pid) {
        return read(pid, "environ", FIRST_ROOM);
    }

    private static Map<String, String> variables(String text) {
        Map<String, String> environment = new HashMap<>();
        for (int at = text.indexOf(OURS); at >= 0; at = text.indexOf(OURS, at + 1)) {
            int end = text.indexOf('\0', at);
            String variable = text.substring(at, end < 0 ? text.length() : end);
            int equals = variable.indexOf('=');
            if (equals > 0 && (at == 0 || text.charAt(at - 1) == '\0')) {
                environment.putIfAbsent(
                        variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        return environment;
    }

    private static List<Row> rowsOfProc(Life life) {
        String[] names = PROC.toFile().list();
        if (names == null) {
            return life == Life.ALIVE ? rowsOfHandles() : List.of();
        }
        List<Row> rows = new ArrayList<>();
        for (String name : names) {
            if (Character.isDigit(name.charAt(0))) {
                ProcessHandle.of(Long.parseLong(name))
                        .flatMap(each -> row(each, life))
                        .ifPresent(rows::add);
            }
        }
        return rows;
    }

    /**
     * Returns the fields after the name in {@code pid (name) state parent group session ...}; the
     * name may contain blanks and parentheses.
     */
    private static String[] fields(long pid) {
        String stat = read(pid, "stat");
        return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    }

    private static Optional<Row> row(ProcessHandle process, Life wanted) {
        String[] fields = fields(process.pid());
        if (fields.length <= START || life(fields[0]) != wanted || isOfTheKernel(fields)) {
            return Optional.empty();
        }
        return Optional.of(
                new Row(
                        process,
                        Long.parseLong(fields[1]),
                        Long.parseLong(fields[2]),
                        Long.parseLong(fields[3]),
                        Long.parseLong(fields[START])));
    }

    private static Life life(String state) {
        return switch (state) {
            case "Z" -> Life.ZOMBIE;
            case "X" -> Life.GONE;
            default -> Life.ALIVE;
        };
    }

    private static List<Row> rowsOfHandles() {
        return ProcessHandle.allProcesses()
                .filter(ProcessHandle::isAlive)
                .map(
                        process ->
                                new Row(
                                        process,
                                        process.parent().map(ProcessHandle::pid).orElse(0L),
                                        0,
                                        0,
                                        0))
                .toList();
    }

    /** Returns the session of this process, or 0 if sessions are not visible. */
    static long ownSession() {
        return LINUX ? row(ProcessHandle.current(), Life.ALIVE).map(Row::session).orElse(0L) : 0;
    }

    private static String read(long pid, String file) {
        return read(pid, file, ROOM);
    }

    /** Reads everything at once: a read in parts breaks off during exec. */
    private static String read(long pid, String file, int firstRoom) {
        for (int room = firstRoom; ; room *= 8) {
            byte[] bytes = new byte[room];
            try (InputStream in = new FileInputStream("/proc/" + pid + "/" + file)) {
                int length = in.read(bytes);
                if (length < room) {
                    return new String(bytes, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
                }
            } catch (IOException gone) {
                return "";
            }
        }
    }
}
