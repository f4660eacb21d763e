package dev.foldline.effects.process;

import java.io.IOException;
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
        Map<String, String> environment = new HashMap<>();
        for (String variable : read(pid, "environ").split("\0", -1)) {
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

    /** {@code pid (name) state parent group session ...}, where the name may hold blanks and parentheses. */
    private static Optional<Row> row(ProcessHandle process) {
        String stat = read(process.pid(), "stat");
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", 5);
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
