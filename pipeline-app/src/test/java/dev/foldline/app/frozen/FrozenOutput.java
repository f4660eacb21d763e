package dev.foldline.app.frozen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * An output as it was recorded, in {@code frozen/outputs}.
 *
 * @param name path of its file
 */
public record FrozenOutput(String name) {
    static final Path FOLDER = Path.of("src/test/resources/frozen");
    static final Path OUTPUTS = FOLDER.resolve("outputs");

    Path file() {
        return OUTPUTS.resolve(name);
    }

    /** The recorded text; with {@code -Dfoldline.regenerate=true} this one is recorded first. */
    public String recorded(String text) throws IOException {
        if (Boolean.getBoolean("foldline.regenerate")) {
            Files.createDirectories(file().getParent());
            Files.writeString(file(), text);
        }
        return Files.readString(file());
    }

    /** A text with a name for a folder of the test. */
    public static String neutral(String text, Path folder, String name) {
        return text.replace(folder.toString(), name);
    }

    static String hash(byte[] bytes) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
