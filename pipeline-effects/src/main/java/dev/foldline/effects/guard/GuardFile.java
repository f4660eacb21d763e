package dev.foldline.effects.guard;

import dev.foldline.effects.json.JsonForm;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.store.AtomicFile;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * The guard of the current call, stored beside the log: the snapshot before it and the findings
 * since. After a crash, the next driver knows what was already restored. The file contains git's
 * original configuration, is readable by its owner only, and is removed once the call's outcome is
 * logged.
 */
final class GuardFile {
    private static final String NAME = "guard.json";
    private static final long BYTES_MAX = 256L << 20;
    private static final JsonForm<Content> FORM = JsonForm.of("a guard", Content.class);

    private GuardFile() {}

    /**
     * The content of the file.
     *
     * @param notes changes that do not affect the run
     */
    public record Content(
            RepositorySnapshot before,
            Vector<String> trespasses,
            Vector<String> notes,
            Option<String> takenBack) {
        static Content of(RepositorySnapshot before) {
            return new Content(before, Vector.empty(), Vector.empty(), Option.none());
        }

        Content withTrespasses(Vector<String> now) {
            return new Content(before, now, notes, takenBack);
        }

        Content noting(String what) {
            return notes.contains(what)
                    ? this
                    : new Content(before, trespasses, notes.append(what), takenBack);
        }

        Content takingBack(String ref) {
            return new Content(before, trespasses, notes, Option.of(ref));
        }
    }

    /** The result of reading the file. */
    sealed interface Reading {
        /** There is no file: the call had not started. */
        record Absent() implements Reading {}

        /** The file cannot be read. */
        record Damaged(String why) implements Reading {}

        /** The file is complete. */
        record There(Content content) implements Reading {}
    }

    static Path in(RunDirectory directory) {
        return directory.path().resolve(NAME);
    }

    static void write(RunDirectory directory, Content content) throws IOException {
        AtomicFile.write(in(directory), FORM.write(content));
    }

    static Reading read(RunDirectory directory) {
        var file = in(directory);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) return new Reading.Absent();
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                return new Reading.Damaged("it is no plain file");
            if (Files.size(file) > BYTES_MAX)
                return new Reading.Damaged("it is larger than " + BYTES_MAX + " bytes");
            return new Reading.There(
                    FORM.read(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
        } catch (IOException | WireFault unreadable) {
            return new Reading.Damaged(String.valueOf(unreadable.getMessage()));
        }
    }

    static void remove(RunDirectory directory) throws IOException {
        Files.deleteIfExists(in(directory));
    }
}
