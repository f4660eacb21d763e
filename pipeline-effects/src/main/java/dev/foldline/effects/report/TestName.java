package dev.foldline.effects.report;

import dev.foldline.core.PipelineBug;
import dev.foldline.effects.redact.ControlCharacters;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A name of a test or suite, as tools write it. */
final class TestName {
    static final int CHARS_MAX = 400;

    private static final int HASH_DIGITS = 12;
    private static final String CUT = "...";

    private TestName() {}

    /**
     * Returns the name on one line, with control characters escaped. A long name is cut, and ends
     * with a hash of the whole: two tests never have the same name only because it was cut.
     */
    static String of(String written) {
        var visible =
                ControlCharacters.escape(written.strip())
                        .replace("\r", "\\r")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t");
        return visible.length() <= CHARS_MAX ? visible : cut(visible);
    }

    private static String cut(String name) {
        int end = CHARS_MAX - CUT.length() - HASH_DIGITS;
        if (Character.isHighSurrogate(name.charAt(end - 1))) end--;
        return name.substring(0, end) + CUT + hash(name);
    }

    private static String hash(String name) {
        try {
            var digest =
                    MessageDigest.getInstance("SHA-256")
                            .digest(name.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException impossible) {
            throw new PipelineBug("every JDK has SHA-256");
        }
    }
}
