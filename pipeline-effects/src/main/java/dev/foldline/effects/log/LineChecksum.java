package dev.foldline.effects.log;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The checksum at the end of a line: {@code ,"crc":"xxxxxxxx"}} over all bytes before it. */
final class LineChecksum {
    private static final byte[] BEFORE = LinePrefixParser.ascii(",\"crc\":\"");
    private static final byte[] AFTER = LinePrefixParser.ascii("\"}");
    private static final int DIGITS = 8;

    /** The length of a checksum in bytes. */
    static final int LENGTH = BEFORE.length + DIGITS + AFTER.length;

    private LineChecksum() {}

    /**
     * Returns the text with its checksum; {@code text} is a JSON object without its closing brace.
     */
    static byte[] close(String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        byte[] sealed = new byte[body.length + LENGTH];
        System.arraycopy(body, 0, sealed, 0, body.length);
        System.arraycopy(BEFORE, 0, sealed, body.length, BEFORE.length);
        byte[] digits = LinePrefixParser.ascii(hex(crc(body, body.length)));
        System.arraycopy(digits, 0, sealed, body.length + BEFORE.length, DIGITS);
        System.arraycopy(AFTER, 0, sealed, sealed.length - AFTER.length, AFTER.length);
        return sealed;
    }

    static boolean isPresent(byte[] line) {
        int body = line.length - LENGTH;
        return LinePrefixParser.matches(line, body, BEFORE)
                && LinePrefixParser.matches(line, line.length - AFTER.length, AFTER);
    }

    /** Returns the actual checksum of the bytes if it differs from the stated one. */
    static Optional<String> broken(byte[] line) {
        int body = line.length - LENGTH;
        int crc = crc(line, body);
        for (int i = 0; i < DIGITS; i++) {
            if (line[body + BEFORE.length + i] != digit(crc, i)) {
                return Optional.of(hex(crc));
            }
        }
        return Optional.empty();
    }

    /** Returns the stated checksum. */
    static String stated(byte[] line) {
        return new String(
                line, line.length - LENGTH + BEFORE.length, DIGITS, StandardCharsets.UTF_8);
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private static String hex(int value) {
        StringBuilder digits = new StringBuilder(DIGITS);
        for (int i = 0; i < DIGITS; i++) {
            digits.append(digit(value, i));
        }
        return digits.toString();
    }

    private static char digit(int value, int index) {
        return Character.forDigit((value >>> (28 - 4 * index)) & 0xF, 16);
    }
}
