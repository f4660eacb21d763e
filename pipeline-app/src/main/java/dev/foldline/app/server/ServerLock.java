package dev.foldline.app.server;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunLock;

import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The right to serve a repository: one server has it at a time, and says where it listens. */
final class ServerLock implements AutoCloseable {
    private final RunLock lock;
    private final Path address;
    private final Path logins;

    private ServerLock(RunLock lock, Path root) {
        this.lock = lock;
        this.address = address(root);
        this.logins = logins(root);
    }

    private static Path address(Path root) {
        return root.resolve("server.url");
    }

    private static Path logins(Path root) {
        return root.resolve("server.logins");
    }

    /**
     * @param root where the repository's runs are
     * @throws UserError if another server has it, with that one's address
     */
    static ServerLock take(Path root) throws IOException {
        Files.createDirectories(root);
        return switch (RunLock.take(root.resolve("server.lock"))) {
            case RunLock.LockAttempt.Held(var lock) -> {
                var taken = new ServerLock(lock, root);
                taken.forget();
                yield taken;
            }
            case RunLock.LockAttempt.Refused(_, var holder) ->
                    throw new UserError(
                            "this repository is served already"
                                    + where(address(root))
                                    + holder.map(process -> ", by " + process).orElse(""),
                            root.toString(),
                            holder.map(process -> "to end that server: kill " + process.pid())
                                    .orElse(""),
                            ExitCode.LOCKED);
        };
    }

    /** The address of a living server of the repository. */
    static Optional<String> servedAt(Path root) throws IOException {
        var lock = root.resolve("server.lock");
        if (Files.notExists(lock) || RunLock.holder(lock).isEmpty()) return Optional.empty();
        try {
            return Files.readAllLines(address(root)).stream().findFirst();
        } catch (NoSuchFileException notYet) {
            return Optional.empty();
        }
    }

    /** The repository whose key signs the logins of the server: itself, or the server's first. */
    static Path signer(Path root) throws IOException {
        try {
            return Path.of(Files.readString(logins(root)).strip());
        } catch (NoSuchFileException itself) {
            return root;
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
     * @param signer the repository whose key signs the logins, if it is another one
     */
    void listensAt(String url, String here, Option<Path> signer) throws IOException {
        for (var other : signer) AtomicFile.write(logins, other + "\n");
        AtomicFile.write(address, url + "\n" + (url.equals(here) ? "" : here + "\n"));
    }

    @Override
    public void close() throws IOException {
        try (lock) {
            forget();
        }
    }

    private void forget() throws IOException {
        Files.deleteIfExists(address);
        Files.deleteIfExists(logins);
    }
}
