package dev.foldline.effects.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The processes of this machine, as Linux shows them under {@code /proc}. Elsewhere only parents are known: no sessions, no
 * environments.
 */
final class ProcessTable {
    private static final Path PROC = Path.of("/proc");
    private static final boolean LINUX = Files.isReadable(PROC.resolve("self/stat"));

    /** Where among the fields behind its name a process's flags are, and which of them says that it is no program. */
    private static final int FLAGS = 6;
    private static final long OF_THE_KERNEL = 0x0020_0000;

    /** It takes far less than a millisecond, but whoever does it may have to wait for its turn. */
    private static final long BECOMING_MILLIS_MAX = 128;

    private static final int FIRST_ROOM = 1 << 14;

    /** So often one is seen with words and without variables until it is believed to have none: it may have changed between the two. */
    private static final int LOOKS = 4;

    private ProcessTable() {}

    /**
     * A process that is alive; one that is dead and only not yet buried by its parent is none.
     *
     * @param process taken before anything was read of it: it remembers the start time, so a process that is given the same number
     *     later is neither seen nor signalled as this one
     */
    record Row(ProcessHandle process, long parent, long group, long session) {
        long pid() {
            return process.pid();
        }
    }

    static boolean showsSessions() {
        return LINUX;
    }

    static List<Row> rows() {
        return LINUX ? rowsOfProc() : rowsOfHandles();
    }

    /** The environment a process was started with; empty if it is gone or not ours to look at. */
    static Map<String, String> environment(long pid) {
        String text = variablesOf(pid);
        int seenWithout = 0;
        for (long pause = 1; isTorn(text) && pause <= BECOMING_MILLIS_MAX && seenWithout < LOOKS && isProgramOfOurs(pid); text = variablesOf(pid)) {
            if (read(pid, "cmdline").isEmpty()) {
                rest(pause);
                pause *= 2;
            } else {
                seenWithout++;
            }
        }
        return variables(text);
    }

    /** While a process takes another program on, the system shows nothing, or less than all, of what it was started with. */
    private static boolean isTorn(String variables) { return !variables.endsWith("\0"); }

    /** Those that the kernel starts for itself never show anything, nor do the dead. */
    private static boolean isProgramOfOurs(long pid) {
        String[] fields = fields(pid);
        return fields.length > FLAGS && !fields[0].equals("Z") && !fields[0].equals("X") && (Long.parseLong(fields[FLAGS]) & OF_THE_KERNEL) == 0
                && Files.isReadable(PROC.resolve(Long.toString(pid)).resolve("environ"));
    }

    /** All at once: what is read piece by piece breaks off where the process takes another program on. */
    private static String variablesOf(long pid) {
        for (int room = FIRST_ROOM; ; room *= 8) {
            byte[] bytes = new byte[room];
            try (InputStream in = new FileInputStream("/proc/" + pid + "/environ")) {
                int length = in.read(bytes);
                if (length < room) {
                    return new String(bytes, 0, Math.max(0, length), StandardCharsets.ISO_8859_1);
                }
            } catch (IOException gone) {
                return "";
            }
        }
    }

    /** An interruption is not lost, and shortens it. */
    private static void rest(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private static Map<String, String> variables(String text) {
        Map<String, String> environment = new HashMap<>();
        for (String variable : text.split("\0", -1)) {
            int equals = variable.indexOf('=');
            if (equals > 0) {
                environment.putIfAbsent(variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        return environment;
    }

    private static List<Row> rowsOfProc() {
        List<Row> rows = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (Path process : processes) {
                ProcessHandle.of(Long.parseLong(String.valueOf(process.getFileName()))).flatMap(ProcessTable::row).ifPresent(rows::add);
            }
        } catch (IOException unreadable) {
            return rowsOfHandles();
        }
        return rows;
    }

    /** Of {@code pid (name) state parent group session ...} what is behind the name, which may hold blanks and parentheses. */
    private static String[] fields(long pid) {
        String stat = read(pid, "stat");
        return stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    }

    private static Optional<Row> row(ProcessHandle process) {
        String[] fields = fields(process.pid());
        if (fields.length < 5 || fields[0].equals("Z") || fields[0].equals("X")) {
            return Optional.empty();
        }
        return Optional.of(new Row(process, Long.parseLong(fields[1]), Long.parseLong(fields[2]), Long.parseLong(fields[3])));
    }

    private static List<Row> rowsOfHandles() {
        return ProcessHandle.allProcesses()
                .filter(ProcessHandle::isAlive)
                .map(process -> new Row(process, process.parent().map(ProcessHandle::pid).orElse(0L), 0, 0))
                .toList();
    }

    /** Of this process; 0 where there are none to be seen. */
    static long ownSession() {
        return LINUX ? row(ProcessHandle.current()).map(Row::session).orElse(0L) : 0;
    }

    private static String read(long pid, String file) {
        try {
            return Files.readString(PROC.resolve(Long.toString(pid)).resolve(file), StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
