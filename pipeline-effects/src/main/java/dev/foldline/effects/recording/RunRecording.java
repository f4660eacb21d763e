package dev.foldline.effects.recording;

import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.json.JsonForm;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.ContentHash;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * The recording of a run: one file for each driver and for each effect with an answer from outside.
 * A file is one line of JSON and one line with its SHA-256. Outputs are in the run's output folder,
 * texts among the blobs, and trees and commits in git.
 */
public record RunRecording(RunDirectory run) {
    private static final JsonForm<RecordedEffect> EFFECT =
            JsonForm.of("a recorded effect", RecordedEffect.class);
    private static final JsonForm<RecordedSession> SESSION =
            JsonForm.of("a recorded driver", RecordedSession.class);
    private static final int HASH_CHARS = 64;

    public Path folder() {
        return run.path().resolve("recording");
    }

    /** Returns whether anything is recorded. */
    public boolean exists() {
        return Files.isDirectory(folder());
    }

    /** Returns the ref that keeps the run's recorded trees and commits. */
    public String ref() {
        return RunContext.RECORDINGS + run.id().text();
    }

    /** Returns the file of an effect, whether it exists or not. */
    public Path effectFile(long ticket) {
        return folder().resolve("effect-" + ticket + ".json");
    }

    /** Returns the file of a driver, whether it exists or not. */
    public Path sessionFile(long epoch) {
        return folder().resolve("driver-" + epoch + ".json");
    }

    /**
     * @throws IOException if there is none, or it is damaged; the message says which
     */
    public RecordedEffect effect(long ticket) throws IOException {
        return read(effectFile(ticket), EFFECT);
    }

    /**
     * @throws IOException as in {@link #effect}
     */
    public RecordedSession session(long epoch) throws IOException {
        return read(sessionFile(epoch), SESSION);
    }

    void write(RecordedEffect effect) throws IOException {
        write(effectFile(effect.ticket()), EFFECT.write(effect));
    }

    void write(RecordedSession session) throws IOException {
        write(sessionFile(session.epoch()), SESSION.write(session));
    }

    /** Returns the number of bytes of the recording's files and of the contents it keeps in git. */
    public long bytes() throws IOException {
        if (!exists()) return 0;
        try (var files = Files.list(folder())) {
            return files.mapToLong(file -> file.toFile().length()).sum() + contentBytes();
        }
    }

    private Path size() {
        return folder().resolve("content-bytes");
    }

    /** Returns the bytes of the contents in git, as far as drivers have stopped to count them. */
    long contentBytes() throws IOException {
        try {
            return Long.parseLong(Files.readString(size()).strip());
        } catch (NoSuchFileException | NumberFormatException unknown) {
            return 0;
        }
    }

    void writeContentBytes(long bytes) throws IOException {
        if (exists())
            AtomicFile.replace(size(), Long.toString(bytes).getBytes(StandardCharsets.UTF_8));
    }

    /** Removes the files. Outputs and blobs stay. */
    public void remove() throws IOException {
        if (!exists()) return;
        try (var files = Files.walk(folder())) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList())
                Files.deleteIfExists(file);
        }
    }

    private void write(Path file, String json) throws IOException {
        Files.createDirectories(folder());
        AtomicFile.replace(
                file, (json + "\n" + ContentHash.of(json) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static <T> T read(Path file, JsonForm<T> form) throws IOException {
        String text;
        try {
            text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException absent) {
            throw new IOException("there is no file " + file, absent);
        }
        int end = text.length() - HASH_CHARS - 2;
        if (end < 0 || !text.substring(end).equals("\n" + hashOf(text, end) + "\n"))
            throw new IOException("the file " + file + " is damaged");
        try {
            return form.read(text.substring(0, end));
        } catch (WireFault unknown) {
            throw new IOException("the file " + file + " is not understood", unknown);
        }
    }

    private static String hashOf(String text, int end) {
        return ContentHash.of(text.substring(0, end));
    }
}
