package dev.foldline.app.server;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.StateFolder;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

/**
 * Stores the key that signs the logins of one repository, and the logins that were ended, in a file
 * that only its owner can read. Calls of agents in a sandbox do not see its folder.
 */
final class LoginFile {
    private static final int NAME_BYTES = 8;

    private final Option<Path> file;

    private LoginFile(Option<Path> file) {
        this.file = file;
    }

    /**
     * What it holds.
     *
     * @param key in hexadecimal
     * @param ended the ids of ended logins, with the time until which each would have been valid
     */
    record Content(String key, Map<String, Instant> ended) {}

    /** No file: the logins end with the server. */
    static LoginFile inMemory() {
        return new LoginFile(Option.none());
    }

    /** The file of a repository; none if the user has no folder for state. */
    static LoginFile of(java.util.Map<String, String> environment, Path repository) {
        return new LoginFile(
                Option.ofOptional(StateFolder.of(environment))
                        .map(folder -> folder.resolve("logins").resolve(name(repository))));
    }

    private static String name(Path repository) {
        try {
            return HexFormat.of()
                    .formatHex(
                            MessageDigest.getInstance("SHA-256")
                                    .digest(repository.toString().getBytes(StandardCharsets.UTF_8)),
                            0,
                            NAME_BYTES);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new PipelineBug("no SHA-256", everyJdkHasIt);
        }
    }

    /** Reads it; none if there is no file, or one that is not ours. */
    Option<Content> read() throws IOException {
        try {
            return file.isEmpty() ? Option.none() : parsed(Files.readString(file.get()));
        } catch (NoSuchFileException none) {
            return Option.none();
        }
    }

    private static Option<Content> parsed(String text) {
        var lines = text.lines().toList();
        if (lines.isEmpty() || !lines.getFirst().matches("[0-9a-f]{64}")) return Option.none();
        Map<String, Instant> ended = LinkedHashMap.empty();
        for (var line : lines.subList(1, lines.size())) {
            var words = line.split(" ");
            if (words.length == 2 && words[1].matches("\\d{1,12}"))
                ended = ended.put(words[0], Instant.ofEpochSecond(Long.parseLong(words[1])));
        }
        return Option.of(new Content(lines.getFirst(), ended));
    }

    void write(Content content) throws IOException {
        for (var target : file) {
            var folder = Option.of(target.getParent());
            for (var each : folder)
                if (Files.notExists(each))
                    Files.createDirectories(
                            each,
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rwx------")));
            AtomicFile.write(
                    target,
                    content.key()
                            + "\n"
                            + content.ended()
                                    .map(
                                            each ->
                                                    each._1()
                                                            + " "
                                                            + each._2().getEpochSecond()
                                                            + "\n")
                                    .mkString());
        }
    }
}
