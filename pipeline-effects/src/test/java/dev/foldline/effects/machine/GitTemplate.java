package dev.foldline.effects.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What git copies into each new repository of a test: empty folders. Git's own template has samples
 * of hooks, which every guard of a call reads and hashes.
 */
public final class GitTemplate {
    private GitTemplate() {}

    /** Makes it in a user's home, and returns the lines of git's configuration that name it. */
    public static String in(Path home) throws IOException {
        Path template = home.resolve("template");
        Files.createDirectories(template.resolve("hooks"));
        Files.createDirectories(template.resolve("info"));
        return "[init]\n templateDir = ~/template\n";
    }
}
