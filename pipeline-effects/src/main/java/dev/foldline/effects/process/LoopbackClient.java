package dev.foldline.effects.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The process at the other end of a TCP connection on this machine. */
public sealed interface LoopbackClient {
    /** These processes hold the connection. */
    record Found(List<ProcessHandle> processes) implements LoopbackClient {}

    /** A process holds it that this one may not inspect. */
    record Hidden() implements LoopbackClient {}

    /** No process holds it any more. */
    record Gone() implements LoopbackClient {}

    /** The system does not provide the information. */
    record Unknown() implements LoopbackClient {}

    /**
     * Finds the holder of a connection.
     *
     * @param port the client's port
     * @param serverPort the port to which it is connected
     */
    static LoopbackClient of(int port, int serverPort) {
        List<Path> tables =
                Stream.of("tcp", "tcp6")
                        .map(name -> Path.of("/proc/self/net", name))
                        .filter(Files::isReadable)
                        .toList();
        if (tables.isEmpty()) {
            return new Unknown();
        }
        Set<String> sockets = Sockets.between(port, serverPort, tables);
        if (sockets.isEmpty()) {
            return new Gone();
        }
        List<ProcessHandle> holders =
                ProcessTable.rows().stream()
                        .map(ProcessTable.Row::process)
                        .filter(one -> Sockets.holds(one.pid(), sockets))
                        .toList();
        return holders.isEmpty() ? new Hidden() : new Found(holders);
    }

    /** Reads Linux's tables of sockets. */
    final class Sockets {
        private static final Pattern BLANKS = Pattern.compile("\\s+");
        private static final int LOCAL = 1;
        private static final int REMOTE = 2;
        private static final int INODE = 9;

        private Sockets() {}

        /** Returns sockets by the names of links to them; a closed socket has no name. */
        private static Set<String> between(int port, int otherPort, List<Path> tables) {
            Set<String> found = new HashSet<>();
            for (Path table : tables) {
                for (String line : lines(table)) {
                    String[] fields = BLANKS.split(line.strip());
                    if (fields.length > INODE
                            && fields[LOCAL].endsWith(hex(port))
                            && fields[REMOTE].endsWith(hex(otherPort))
                            && !fields[INODE].equals("0")) {
                        found.add("socket:[" + fields[INODE] + "]");
                    }
                }
            }
            return found;
        }

        private static List<String> lines(Path table) {
            try {
                return Files.readAllLines(table, StandardCharsets.ISO_8859_1);
            } catch (IOException unreadable) {
                return new ArrayList<>();
            }
        }

        private static String hex(int port) {
            return String.format(Locale.ROOT, ":%04X", port);
        }

        private static boolean holds(long pid, Set<String> sockets) {
            try (DirectoryStream<Path> files =
                    Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "fd"))) {
                for (Path file : files) {
                    if (sockets.contains(target(file))) {
                        return true;
                    }
                }
                return false;
            } catch (IOException notOurs) {
                return false;
            }
        }

        private static String target(Path link) {
            try {
                return Files.readSymbolicLink(link).toString();
            } catch (IOException closed) {
                return "";
            }
        }
    }
}
