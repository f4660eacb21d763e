package dev.foldline.app.server;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunLock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The right to serve a repository: one server has it at a time, and says where it listens. */
final class ServerLock implements AutoCloseable {
    private final RunLock lock;
    private final Path address;

    private ServerLock(RunLock lock, Path address) {
        this.lock = lock;
        this.address = address;
    }

    /**
     * @param root where the repository's runs are
     * @throws UserError if another server has it, with that one's address
     */
    static ServerLock take(Path root) throws IOException {
        Files.createDirectories(root);
        var address = root.resolve("server.url");
        return switch (RunLock.take(root.resolve("server.lock"))) {
            case RunLock.Taking.Held(var lock) -> {
                Files.deleteIfExists(address);
                yield new ServerLock(lock, address);
            }
            case RunLock.Taking.Refused(_, var holder) ->
                    throw new UserError(
                            "this repository is served already"
                                    + where(address)
                                    + holder.map(process -> ", by " + process).orElse(""),
                            root.toString(),
                            holder.map(process -> "to end that server: kill " + process.pid())
                                    .orElse(""),
                            ExitCode.LOCKED);
        };
    }

    /** The address of a living server of the repository. */
    static Optional<String> address(Path root) throws IOException {
        var lock = root.resolve("server.lock");
        if (Files.notExists(lock) || RunLock.holder(lock).isEmpty()) return Optional.empty();
        try {
            return Files.readAllLines(root.resolve("server.url")).stream().findFirst();
        } catch (NoSuchFileException notYet) {
            return Optional.empty();
        }
    }

    private static String where(Path address) throws IOException {
        try {
            return ", at " + String.join(" and ", Files.readAllLines(address));
        } catch (NoSuchFileException notYet) {
            return "";
        }
    }

    /**
     * @param url as links have it
     * @param here the address on this machine
     */
    void listensAt(String url, String here) throws IOException {
        AtomicFile.write(address, url + "\n" + (url.equals(here) ? "" : here + "\n"));
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            Files.deleteIfExists(address);
        }
    }
}
