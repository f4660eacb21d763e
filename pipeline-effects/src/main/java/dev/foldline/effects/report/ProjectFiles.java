package dev.foldline.effects.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** Files at the root of a repository that describe how it is built. */
record ProjectFiles(Path root) {
    private static final int BYTES_MAX = 1 << 20;
    private static final int DEPTH_MAX = 5;
    private static final Path TESTS = Path.of("src", "test");

    /** Returns the start of a file, or an empty text if there is none. */
    String text(String name) {
        var path = root.resolve(name);
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) return "";
        try (var file = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            return new String(file.readNBytes(BYTES_MAX), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return "";
        }
    }

    /** Returns whether the project or one of its modules has a folder of tests. */
    boolean hasTests() {
        try (var folders = Files.find(root, DEPTH_MAX, ProjectFiles::holdsTests)) {
            return folders.findAny().isPresent();
        } catch (IOException | UncheckedIOException unreadable) {
            return true;
        }
    }

    private static boolean holdsTests(Path path, BasicFileAttributes attributes) {
        return attributes.isDirectory() && path.endsWith(TESTS);
    }

    boolean contains(String name, String words) {
        return text(name).contains(words);
    }
}
