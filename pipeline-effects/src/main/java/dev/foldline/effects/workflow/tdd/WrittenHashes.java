package dev.foldline.effects.workflow.tdd;

import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The hashes of everything that was ever written to the two files. They are stored beside each
 * run's log, one per line, before a file is replaced.
 */
public final class WrittenHashes {
    private static final String FILE = "written";

    private final Runs runs;
    private final Path file;

    public WrittenHashes(Runs runs, RunDirectory run) {
        this.runs = runs;
        this.file = run.path().resolve(FILE);
    }

    /**
     * Returns whether the two files show this run. They are then Foldline's own, and changing them
     * loses no work.
     */
    public static boolean isOf(RunDirectory run) {
        return Files.exists(run.path().resolve(FILE));
    }

    /** Returns whether this is a copy of content that this run or an earlier one has written. */
    public boolean has(byte[] content) throws IOException {
        return has(runs, content);
    }

    /** Returns whether any run has written this content. */
    public static boolean has(Runs runs, byte[] content) throws IOException {
        var hash = hash(content);
        for (var run : runs.unordered()) if (lists(run.path().resolve(FILE), hash)) return true;
        return false;
    }

    /** Returns those of one run. */
    static WrittenHashes of(RunDirectory run) {
        return new WrittenHashes(Runs.of(run.path()), run);
    }

    /** Records content that the run writes. */
    public void add(byte[] content) throws IOException {
        var hash = hash(content);
        if (lists(file, hash)) return;
        Files.writeString(
                file,
                hash + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND,
                StandardOpenOption.DSYNC);
    }

    private static boolean lists(Path file, String hash) throws IOException {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8).contains(hash);
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    private static String hash(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }
}
