package dev.foldline.effects.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Allocates unique network ports to the runs of a repository. A run keeps its port until it has
 * ended. Whether another program uses the port is unknown.
 */
public record PortAllocator(Runs runs) {
    /** The environment variable with the port. */
    public static final String VARIABLE = "FOLDLINE_PORT";

    private static final String FILE = "port";
    private static final int PORT_MAX = 65_535;
    private static final Object IN_THIS_PROCESS = new Object();

    /**
     * Returns the port of a run: the one it has, else the lowest free one from {@code least} on;
     * none if all are taken.
     */
    public Optional<Integer> of(RunDirectory run, int least) throws IOException {
        synchronized (IN_THIS_PROCESS) {
            // Other processes wait here; a process that dies releases the lock.
            try (var others =
                            FileChannel.open(
                                    runs.root().resolve("ports.lock"),
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE);
                    var lock = others.lock()) {
                var own = read(run);
                if (own.isPresent() || !lock.isValid()) return own;
                var taken = portsInUse();
                for (int port = least; port <= PORT_MAX; port++) {
                    if (taken.contains(port)) continue;
                    AtomicFile.write(file(run), Integer.toString(port));
                    return Optional.of(port);
                }
                return Optional.empty();
            }
        }
    }

    /** Releases the port for other runs. */
    public void release(RunDirectory run) throws IOException {
        Files.deleteIfExists(file(run));
    }

    private Set<Integer> portsInUse() throws IOException {
        var taken = new HashSet<Integer>();
        for (var run : runs.unordered()) read(run).ifPresent(taken::add);
        return taken;
    }

    private static Optional<Integer> read(RunDirectory run) throws IOException {
        try {
            return Optional.of(
                    Integer.parseInt(Files.readString(file(run), StandardCharsets.UTF_8).strip()));
        } catch (NoSuchFileException | NumberFormatException | UncheckedIOException none) {
            return Optional.empty();
        }
    }

    private static Path file(RunDirectory run) {
        return run.path().resolve(FILE);
    }
}
