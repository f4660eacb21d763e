package dev.foldline.effects.artifact.tdd;

import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.Json;
import dev.foldline.effects.artifact.Exchange;
import dev.foldline.effects.artifact.JsonValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The two documents of the workflow {@code tdd} in a working tree: what they are called and how they are read. */
public final class TddFiles {
    private TddFiles() {}

    public static final String PLAN = "ACTIVE_PR.json";
    public static final String STATE = "ORCHESTRATION_STATE.json";
    public static final List<String> NAMES = List.of(PLAN, STATE);

    /** The bytes of one of them, if it is there as a plain file. */
    public static Optional<byte[]> bytes(Path folder, String name) throws IOException {
        var file = folder.resolve(name);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
        if (Files.size(file) > Exchange.ARTIFACT_BYTES_MAX) throw new IOException(name + " is larger than " + Exchange.ARTIFACT_BYTES_MAX + " bytes");
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    /** A document that was kept, or an empty one. */
    public static Json.Obj document(String text) {
        return JsonValues.read(text).map(json -> json instanceof Json.Obj object ? object : Json.Obj.EMPTY).getOrElse(Json.Obj.EMPTY);
    }

    /** The title of a pull request's plan that was kept. */
    public static String title(String text) { return new ActivePr(document(text)).title(); }
}
