package dev.foldline.app.config.source;

import org.snakeyaml.engine.v2.scanner.StreamReader;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The characters of a configuration file: UTF-8, printable, not too many; or what is wrong with its
 * bytes.
 */
record SourceText(String text, List<ConfigurationProblem> problems) {
    /**
     * More than any configuration, and than what the phases of a run write into one file; a larger
     * one is a mistake or an attack.
     */
    static final int BYTES_MAX = 8 * 1024 * 1024;

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    SourceText {
        problems = List.copyOf(problems);
    }

    static SourceText decode(byte[] bytes, OriginLocator marker) {
        if (bytes.length > BYTES_MAX) {
            return refuse(
                    marker.at(1, 1),
                    "the file has " + bytes.length + " bytes, more than " + BYTES_MAX,
                    "shorten it; prompts and scripts belong in files of their own");
        }
        var decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        var characters = CharBuffer.allocate(bytes.length);
        var input = ByteBuffer.wrap(bytes);
        var result = decoder.decode(input, characters, true);
        var text = characters.flip().toString();
        if (result.isError()) {
            var bad = String.format("0x%02X", bytes[input.position()]);
            return refuse(
                    end(text, marker),
                    "the byte " + bad + " is not UTF-8",
                    "save the file as UTF-8");
        }
        text = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
        return new SourceText(text, unprintable(text, marker));
    }

    private static SourceText refuse(Origin origin, String what, String remedy) {
        return new SourceText("", List.of(origin.problem(what, remedy)));
    }

    private static Origin end(String text, OriginLocator marker) {
        int lineStart = text.lastIndexOf('\n') + 1;
        int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
        return marker.at(line, text.codePointCount(lineStart, text.length()) + 1);
    }

    /** The first control character YAML does not admit; the rest of such a file says nothing. */
    private static List<ConfigurationProblem> unprintable(String text, OriginLocator marker) {
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            int point = text.codePointAt(at);
            if (StreamReader.isPrintable(point) && point != BYTE_ORDER_MARK) continue;
            var what = "the control character U+%04X cannot stand in YAML".formatted(point);
            return List.of(end(text.substring(0, at), marker).problem(what, "delete it"));
        }
        return List.of();
    }
}
