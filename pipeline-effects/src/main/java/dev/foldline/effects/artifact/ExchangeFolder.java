package dev.foldline.effects.artifact;

import dev.foldline.effects.files.ProtectedFolder;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folder {@code .foldline/} in the working tree, for prompts and artifacts. It is never
 * committed, and losing it does no harm.
 */
public record ExchangeFolder(Path root) {

    /** Larger artifacts are rejected. */
    public static final int ARTIFACT_BYTES_MAX = 4 << 20;

    public static final String FOLDER = ".foldline";

    private static final String PROMPT = "prompt.md";
    private static final String ANSWER = "answer.txt";

    /** The files of calls, as a glob: artifacts, and the answer of an agent without files. */
    public static final String FILES = "{*.json," + ANSWER + "}";

    public ProtectedFolder folder() {
        return new ProtectedFolder(root.resolve(FOLDER));
    }

    /** Returns the file of an artifact, relative to the root. */
    public static String pathOf(String artifact) {
        return FOLDER + "/" + nameOf(artifact);
    }

    public Path file(String artifact) {
        return root.resolve(pathOf(artifact));
    }

    /**
     * Removes artifacts, whatever they are: an agent may have created a folder or a link instead of
     * a file.
     */
    public void remove(Iterable<String> artifacts) throws IOException {
        for (String artifact : artifacts) folder().remove(nameOf(artifact));
    }

    /** Writes the prompt for the agent and returns its path. */
    public Path writePrompt(String text) throws IOException {
        return folder().write(PROMPT, text);
    }

    /**
     * Stores the answer of an agent that writes no files: it is the artifact that is collected
     * next.
     */
    public void writeAnswer(String text) throws IOException {
        folder().write(ANSWER, text);
    }

    /** Removes the answer of an earlier call. */
    public void removeAnswer() throws IOException {
        folder().remove(ANSWER);
    }

    /** Returns the bytes of the answer; errors are as in {@link #read}. */
    public Optional<byte[]> readAnswer() throws IOException {
        return folder().read(ANSWER, ARTIFACT_BYTES_MAX);
    }

    /** Submits an artifact, as an agent does by writing its file. */
    public Path hand(String artifact, String json) throws IOException {
        return folder().write(nameOf(artifact), json);
    }

    /**
     * Returns the bytes of an artifact.
     *
     * @return empty if it was not submitted
     * @throws IOException if it cannot be read, or is too large or not a plain file
     */
    public Optional<byte[]> read(String artifact) throws IOException {
        return folder().read(nameOf(artifact), ARTIFACT_BYTES_MAX);
    }

    /** Returns the file's name. */
    static String nameOf(String artifact) {
        return artifact + ".json";
    }
}
