package dev.foldline.effects.fleet.restate;

import dev.foldline.effects.fleet.restate.ProtocolFields.Writer;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A message that the engine delivers to an object, in version 5 of its service protocol: all of the
 * request first, then all of the answer. If an earlier attempt was cut off, the engine repeats what
 * it has kept of that answer; the rest is answered again from the state that was read then.
 *
 * @param key of the object
 * @param state of the object before the message; none if it has none
 * @param kept how many commands of the answer the engine has already
 */
record ObjectRequest(String key, Option<String> state, String input, int kept) {
    static final String VERSION = "application/vnd.restate.invocation.v5";
    static final String STATE = "state";

    private static final int HEADER = 8;
    private static final int START = 0x0000;
    private static final int END = 0x0003;
    private static final int INPUT = 0x0400;
    private static final int OUTPUT = 0x0401;
    private static final int SET_STATE = 0x0403;
    private static final int READ_STATE = 0x0407;
    private static final int SEND = 0x040e;
    private static final int NOTIFICATIONS = 0x8000;

    /** A message in its frame. */
    private record Frame(int type, byte[] content) {}

    /**
     * A message to another object.
     *
     * @param atMillis when it is delivered, since the epoch; 0 for at once
     */
    record Delivery(String service, String key, String body, long atMillis) {}

    /**
     * @throws MalformedMessage if it is not a request of the protocol
     */
    static ObjectRequest read(byte[] request) {
        var frames = frames(request);
        if (frames.isEmpty() || frames.head().type() != START)
            throw new MalformedMessage("it does not start");
        var start = ProtocolFields.read(frames.head().content());
        if (ProtocolFields.number(start, 5) != 0)
            throw new MalformedMessage("it has only a part of the state");
        var commands = frames.tail().filter(frame -> frame.type() < NOTIFICATIONS);
        if (commands.isEmpty() || commands.head().type() != INPUT)
            throw new MalformedMessage("it has no input");
        var earlier = commands.tail();
        var state =
                earlier.isEmpty()
                        ? state(start)
                        : value(ProtocolFields.read(earlier.head().content()), 14);
        return new ObjectRequest(
                ProtocolFields.bytes(start, 6).map(ProtocolFields.BytesField::text).getOrElse(""),
                state,
                value(ProtocolFields.read(commands.head().content()), 14).getOrElse(""),
                earlier.size());
    }

    private static Vector<Frame> frames(byte[] request) {
        var in = ByteBuffer.wrap(request);
        var frames = Vector.<Frame>empty();
        while (in.hasRemaining()) {
            if (in.remaining() < HEADER) throw new MalformedMessage("it is cut");
            int type = Short.toUnsignedInt(in.getShort());
            in.getShort();
            long length = Integer.toUnsignedLong(in.getInt());
            if (length > in.remaining()) throw new MalformedMessage("it is cut");
            var content = new byte[(int) length];
            in.get(content);
            frames = frames.append(new Frame(type, content));
        }
        return frames;
    }

    private static Option<String> state(Vector<ProtocolFields.Field> start) {
        for (var entry : ProtocolFields.all(start, 4)) {
            var fields = ProtocolFields.read(entry.value());
            if (ProtocolFields.bytes(fields, 1).exists(key -> key.text().equals(STATE)))
                return Option.of(
                        ProtocolFields.bytes(fields, 2)
                                .map(ProtocolFields.BytesField::text)
                                .getOrElse(""));
        }
        return Option.none();
    }

    /** Returns the content of a nested value. */
    private static Option<String> value(Vector<ProtocolFields.Field> fields, int number) {
        return ProtocolFields.bytes(fields, number)
                .map(
                        nested ->
                                ProtocolFields.bytes(ProtocolFields.read(nested.value()), 1)
                                        .map(ProtocolFields.BytesField::text)
                                        .getOrElse(""));
    }

    /** Returns the answer: the next state, messages to others, and the reply to the sender. */
    byte[] answer(String next, Vector<Delivery> deliveries, String reply) {
        var read = new Writer().text(1, STATE);
        var commands =
                Vector.of(
                                new Frame(
                                        READ_STATE,
                                        state.isDefined()
                                                ? read.bytes(14, value(state.get())).toBytes()
                                                : read.bytes(13, new byte[0]).toBytes()),
                                new Frame(
                                        SET_STATE,
                                        new Writer()
                                                .text(1, STATE)
                                                .bytes(3, value(next))
                                                .toBytes()))
                        .appendAll(deliveries.zipWithIndex(ObjectRequest::sent))
                        .append(new Frame(OUTPUT, new Writer().bytes(14, value(reply)).toBytes()));
        var out = new ByteArrayOutputStream();
        for (var frame : commands.drop(kept)) write(out, frame);
        write(out, new Frame(END, new byte[0]));
        return out.toByteArray();
    }

    private static Frame sent(Delivery delivery, int index) {
        return new Frame(
                SEND,
                new Writer()
                        .text(1, delivery.service())
                        .text(2, RestateObjects.HANDLER)
                        .text(3, delivery.body())
                        .number(4, delivery.atMillis())
                        .text(6, delivery.key())
                        .number(10, index + 1L)
                        .toBytes());
    }

    private static byte[] value(String content) {
        return new Writer().bytes(1, content.getBytes(StandardCharsets.UTF_8)).toBytes();
    }

    private static void write(ByteArrayOutputStream out, Frame frame) {
        out.writeBytes(
                ByteBuffer.allocate(HEADER)
                        .putShort((short) frame.type())
                        .putShort((short) 0)
                        .putInt(frame.content().length)
                        .array());
        out.writeBytes(frame.content());
    }
}
