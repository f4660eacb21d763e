package dev.foldline.effects.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Checks what an interrupted checkout has left. */
public final class CheckoutLeftovers {
    private CheckoutLeftovers() {}

    /**
     * Returns whether each file of a folder exists in the complete tree with the same or continued
     * content, so that the folder contains nothing of its own.
     */
    public static boolean areIn(Path folder, Path whole) {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .map(folder::relativize)
                    .allMatch(
                            file ->
                                    file.equals(Path.of(".git"))
                                            || isBeginning(
                                                    folder.resolve(file), whole.resolve(file)));
        } catch (IOException | UncheckedIOException unreadable) {
            return false;
        }
    }

    private static boolean isBeginning(Path left, Path file) {
        try {
            if (Files.isSymbolicLink(left))
                return Files.isSymbolicLink(file)
                        && Files.readSymbolicLink(left).equals(Files.readSymbolicLink(file));
            if (!Files.isRegularFile(left, LinkOption.NOFOLLOW_LINKS)
                    || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return false;
            long differs = Files.mismatch(left, file);
            return differs < 0 || differs == Files.size(left);
        } catch (IOException unreadable) {
            return false;
        }
    }
}
