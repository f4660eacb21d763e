package dev.foldline.effects.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Files at the root of a repository that describe how it is built. */
record ProjectFiles(Path root) {
    private static final int BYTES_MAX = 1 << 20;

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

    boolean contains(String name, String words) {
        return text(name).contains(words);
    }
}
