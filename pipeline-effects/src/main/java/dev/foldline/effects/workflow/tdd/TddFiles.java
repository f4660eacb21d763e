package dev.foldline.effects.workflow.tdd;

import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.artifact.JsonValues;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The two documents of the {@code tdd} workflow in a working tree: their names and their content.
 */
public final class TddFiles {
    private TddFiles() {}

    public static final String PLAN = "ACTIVE_PR.json";
    public static final String STATE = "ORCHESTRATION_STATE.json";
    public static final List<String> NAMES = List.of(PLAN, STATE);

    /** Returns the bytes of a document, if it exists as a plain file. */
    public static Optional<byte[]> bytes(Path folder, String name) throws IOException {
        var file = folder.resolve(name);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
        if (Files.size(file) > ExchangeFolder.ARTIFACT_BYTES_MAX)
            throw new IOException(
                    name + " is larger than " + ExchangeFolder.ARTIFACT_BYTES_MAX + " bytes");
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    /** Returns a stored document, or an empty one. */
    public static JsonValue.Obj document(String text) {
        return JsonValues.read(text)
                .map(json -> json instanceof JsonValue.Obj object ? object : JsonValue.Obj.EMPTY)
                .getOrElse(JsonValue.Obj.EMPTY);
    }

    /** Returns the title of a stored pull request plan. */
    public static String title(String text) {
        return new ActivePr(document(text)).title();
    }
}
