package dev.foldline.effects.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** What a checkout that was ended half way left behind. */
public final class Leavings {
    private Leavings() {}

    /** Whether each file of a folder is in a whole tree too, with the same content or the rest of it: then the folder holds nothing of its own. */
    public static boolean areIn(Path folder, Path whole) {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)).map(folder::relativize)
                    .allMatch(file -> file.equals(Path.of(".git")) || isBeginning(folder.resolve(file), whole.resolve(file)));
        } catch (IOException | UncheckedIOException unreadable) {
            return false;
        }
    }

    private static boolean isBeginning(Path left, Path file) {
        try {
            if (Files.isSymbolicLink(left)) return Files.isSymbolicLink(file) && Files.readSymbolicLink(left).equals(Files.readSymbolicLink(file));
            if (!Files.isRegularFile(left, LinkOption.NOFOLLOW_LINKS) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return false;
            long differs = Files.mismatch(left, file);
            return differs < 0 || differs == Files.size(left);
        } catch (IOException unreadable) {
            return false;
        }
    }
}
