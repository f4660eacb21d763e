package dev.foldline.effects.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** The folder {@code .foldline/} in the working tree: prompts go out, artifacts come in. Never committed; lost without loss. */
public record Exchange(Path root) {

    /** Larger artifacts are refused. */
    public static final int ARTIFACT_BYTES_MAX = 4 << 20;

    public static final String FOLDER = ".foldline";

    public Path folder() { return root.resolve(FOLDER); }

    /** The file an artifact is handed in as, relative to the root. */
    public static String pathOf(String artifact) { return FOLDER + "/" + artifact + ".json"; }

    public Path file(String artifact) { return root.resolve(pathOf(artifact)); }

    /** Removes artifacts that may be there, whatever they are: an agent may have made a folder or a link of one. */
    public void remove(Iterable<String> artifacts) throws IOException {
        for (String artifact : artifacts) removeTree(file(artifact));
    }

    /** Writes the prompt where the agent finds it, and says where. */
    public Path writePrompt(String text) throws IOException {
        Path folder = folder();
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) Files.delete(folder);
        Files.createDirectories(folder);
        Path prompt = folder.resolve("prompt.md");
        removeTree(prompt);
        return Files.writeString(prompt, text);
    }

    /**
     * The bytes of an artifact.
     *
     * @return empty if it was not handed in
     * @throws IOException if it cannot be read, or is too large or no plain file
     */
    public Optional<byte[]> read(String artifact) throws IOException {
        Path file = file(artifact);
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] content = in.readNBytes(ARTIFACT_BYTES_MAX + 1);
            if (content.length > ARTIFACT_BYTES_MAX) throw new IOException("it is larger than " + ARTIFACT_BYTES_MAX + " bytes");
            return Optional.of(content);
        } catch (NoSuchFileException absent) {
            return Optional.empty();
        }
    }

    private static void removeTree(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try (var entries = Files.list(path)) {
                for (Path entry : entries.toList()) removeTree(entry);
            }
        }
        Files.deleteIfExists(path);
    }
}
