package dev.foldline.effects.git.command;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Converts file names between git's bytes and text. A name that is not UTF-8, or starts with a
 * double quote, is kept in git's quoted form, so that the conversion is reversible.
 */
public final class PathNames {
    private PathNames() {}

    public static String decode(byte[] name) {
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString();
            return text.startsWith("\"") ? quoted(name) : text;
        } catch (CharacterCodingException notUtf8) {
            return quoted(name);
        }
    }

    public static byte[] encode(String path) {
        if (!path.startsWith("\"")) return path.getBytes(StandardCharsets.UTF_8);
        var bytes = new ByteArrayOutputStream();
        for (int i = 1; i < path.length() - 1; ) {
            if (path.charAt(i) == '\\') {
                bytes.write(Integer.parseInt(path, i + 1, i + 4, 8));
                i += 4;
            } else {
                bytes.write(path.charAt(i));
                i++;
            }
        }
        return bytes.toByteArray();
    }

    /** Splits a list of names that each end with a zero byte. */
    public static List<byte[]> splitAtZeros(byte[] bytes) {
        var parts = new ArrayList<byte[]>();
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] != 0) continue;
            byte[] part = new byte[i - start];
            System.arraycopy(bytes, start, part, 0, part.length);
            parts.add(part);
            start = i + 1;
        }
        return parts;
    }

    private static String quoted(byte[] name) {
        var text = new StringBuilder("\"");
        for (byte b : name) {
            boolean plain = b >= ' ' && b < 127 && b != '"' && b != '\\';
            text.append(plain ? String.valueOf((char) b) : "\\%03o".formatted(b & 0xff));
        }
        return text.append('"').toString();
    }
}
