package dev.foldline.effects.artifact;

import dev.foldline.effects.files.OwnFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The folder {@code .foldline/} in the working tree: prompts go out, artifacts come in. Never committed; lost without loss. */
public record Exchange(Path root) {

    /** Larger artifacts are refused. */
    public static final int ARTIFACT_BYTES_MAX = 4 << 20;

    public static final String FOLDER = ".foldline";

    private static final String PROMPT = "prompt.md";

    public OwnFolder folder() { return new OwnFolder(root.resolve(FOLDER)); }

    /** The file an artifact is handed in as, relative to the root. */
    public static String pathOf(String artifact) { return FOLDER + "/" + nameOf(artifact); }

    public Path file(String artifact) { return root.resolve(pathOf(artifact)); }

    /** Removes artifacts that may be there, whatever they are: an agent may have made a folder or a link of one. */
    public void remove(Iterable<String> artifacts) throws IOException {
        for (String artifact : artifacts) folder().remove(nameOf(artifact));
    }

    /** Writes the prompt where the agent finds it, and says where. */
    public Path writePrompt(String text) throws IOException { return folder().write(PROMPT, text); }

    /** Hands an artifact in, as an agent would by writing its file. */
    public Path hand(String artifact, String json) throws IOException { return folder().write(nameOf(artifact), json); }

    /**
     * The bytes of an artifact.
     *
     * @return empty if it was not handed in
     * @throws IOException if it cannot be read, or is too large or no plain file
     */
    public Optional<byte[]> read(String artifact) throws IOException { return folder().read(nameOf(artifact), ARTIFACT_BYTES_MAX); }

    /** The file's own name. */
    static String nameOf(String artifact) { return artifact + ".json"; }
}
