package dev.foldline.effects.guard;

import dev.foldline.effects.json.Form;
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
 * The guard of the call under way, on disk beside the log: what was seen before it, and what has been found since. Whoever looks
 * again after a crash then knows what the first has put right already. It holds git's configuration as it was, readable by its
 * owner only, and is removed when the outcome of the call is on disk.
 */
final class GuardFile {
    private static final String NAME = "guard.json";
    private static final long BYTES_MAX = 256L << 20;
    private static final Form<Content> FORM = Form.of("a guard", Content.class);

    private GuardFile() {}

    /** The whole file. */
    public record Content(Sight before, Vector<String> trespasses, Option<String> takenBack) {}

    /** What there is of it. */
    sealed interface Reading {
        /** There is none: the call had not begun. */
        record Absent() implements Reading {}

        /** It cannot be read. */
        record Damaged(String why) implements Reading {}

        /** It is there and whole. */
        record There(Content content) implements Reading {}
    }

    static Path in(RunDirectory directory) { return directory.path().resolve(NAME); }

    static void write(RunDirectory directory, Content content) throws IOException { AtomicFile.write(in(directory), FORM.write(content)); }

    static Reading read(RunDirectory directory) {
        var file = in(directory);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) return new Reading.Absent();
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return new Reading.Damaged("it is no plain file");
            if (Files.size(file) > BYTES_MAX) return new Reading.Damaged("it is larger than " + BYTES_MAX + " bytes");
            return new Reading.There(FORM.read(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)));
        } catch (IOException | WireFault unreadable) {
            return new Reading.Damaged(String.valueOf(unreadable.getMessage()));
        }
    }

    static void remove(RunDirectory directory) throws IOException { Files.deleteIfExists(in(directory)); }
}
