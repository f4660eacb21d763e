package dev.foldline.effects.fleet.restate;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The fields of a message in the encoding of Protocol Buffers: numbers, and byte sequences that may
 * be texts or messages. Fields of fixed length are skipped.
 */
final class ProtocolFields {
    private static final int NUMBER = 0;
    private static final int EIGHT_BYTES = 1;
    private static final int BYTES = 2;
    private static final int FOUR_BYTES = 5;
    private static final int SHIFT_MAX = 63;

    private final byte[] message;
    private int at;

    private ProtocolFields(byte[] message) {
        this.message = message;
    }

    /** A field with its number. */
    sealed interface Field {
        int number();
    }

    /** A field with a number. */
    record NumberField(int number, long value) implements Field {}

    /** A field with a byte sequence. */
    record BytesField(int number, byte[] value) implements Field {
        String text() {
            return new String(value, StandardCharsets.UTF_8);
        }
    }

    /**
     * @throws MalformedMessage if the message is cut, or is not in this encoding
     */
    static Vector<Field> read(byte[] message) {
        var reader = new ProtocolFields(message);
        var fields = Vector.<Field>empty();
        while (reader.at < message.length) {
            long tag = reader.number();
            int number = (int) (tag >>> 3);
            switch ((int) (tag & 7)) {
                case NUMBER -> fields = fields.append(new NumberField(number, reader.number()));
                case BYTES ->
                        fields =
                                fields.append(
                                        new BytesField(number, reader.bytes(reader.number())));
                case EIGHT_BYTES -> reader.bytes(8);
                case FOUR_BYTES -> reader.bytes(4);
                default -> throw new MalformedMessage("an unknown type of field");
            }
        }
        return fields;
    }

    /** Returns the first byte sequence with a number. */
    static Option<BytesField> bytes(Vector<Field> fields, int number) {
        return all(fields, number).headOption();
    }

    /** Returns all byte sequences with a number. */
    static Vector<BytesField> all(Vector<Field> fields, int number) {
        return fields.filter(field -> field.number() == number)
                .filter(BytesField.class::isInstance)
                .map(BytesField.class::cast);
    }

    /** Returns a number; 0 if there is none, as in the encoding. */
    static long number(Vector<Field> fields, int number) {
        return fields.filter(field -> field.number() == number)
                .filter(NumberField.class::isInstance)
                .map(field -> ((NumberField) field).value())
                .headOption()
                .getOrElse(0L);
    }

    private long number() {
        long value = 0;
        for (int shift = 0; shift <= SHIFT_MAX; shift += 7) {
            byte next = bytes(1)[0];
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) return value;
        }
        throw new MalformedMessage("a number that is too long");
    }

    private byte[] bytes(long count) {
        if (count < 0 || count > message.length - at) throw new MalformedMessage("it is cut");
        var found = new byte[(int) count];
        System.arraycopy(message, at, found, 0, found.length);
        at += found.length;
        return found;
    }

    /** Writes fields one after the other. */
    static final class Writer {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();

        Writer number(int number, long value) {
            varint((long) number << 3 | NUMBER);
            varint(value);
            return this;
        }

        Writer text(int number, String value) {
            return bytes(number, value.getBytes(StandardCharsets.UTF_8));
        }

        Writer bytes(int number, byte[] value) {
            varint((long) number << 3 | BYTES);
            varint(value.length);
            out.writeBytes(value);
            return this;
        }

        private void varint(long value) {
            long rest = value;
            while ((rest & ~0x7fL) != 0) {
                out.write((int) (rest & 0x7f | 0x80));
                rest >>>= 7;
            }
            out.write((int) rest);
        }

        byte[] toBytes() {
            return out.toByteArray();
        }
    }
}
