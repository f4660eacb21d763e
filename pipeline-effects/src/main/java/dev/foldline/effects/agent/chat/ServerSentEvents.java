package dev.foldline.effects.agent.chat;

import java.io.IOException;
import java.io.Reader;
import java.util.Optional;

/** Reads the data of server-sent events. Comments and other fields are skipped. */
final class ServerSentEvents {
    /** A longer event is refused: no part of an answer is nearly this long. */
    static final int EVENT_CHARS_MAX = 4 << 20;

    private static final String DATA = "data:";

    private final Reader reader;

    ServerSentEvents(Reader reader) {
        this.reader = reader;
    }

    /**
     * Returns the data of the next event; empty at the end of the stream.
     *
     * @throws IOException if the stream breaks, or an event is too long
     */
    Optional<String> next() throws IOException {
        var data = new StringBuilder();
        boolean any = false;
        for (var line = line(); line.isPresent(); line = line()) {
            var text = line.get();
            if (text.isEmpty() && any) return Optional.of(data.toString());
            if (!text.startsWith(DATA)) continue;
            if (any) data.append('\n');
            any = true;
            data.append(text.substring(DATA.length()).stripLeading());
            if (data.length() > EVENT_CHARS_MAX) throw new IOException("an event is too long");
        }
        // Some servers do not end the last event with an empty line.
        return any ? Optional.of(data.toString()) : Optional.empty();
    }

    private Optional<String> line() throws IOException {
        var line = new StringBuilder();
        for (int next = reader.read(); ; next = reader.read()) {
            if (next < 0) return line.isEmpty() ? Optional.empty() : Optional.of(line.toString());
            if (next == '\n') break;
            line.append((char) next);
            if (line.length() > EVENT_CHARS_MAX) throw new IOException("a line is too long");
        }
        boolean returns = !line.isEmpty() && line.charAt(line.length() - 1) == '\r';
        return Optional.of(returns ? line.substring(0, line.length() - 1) : line.toString());
    }
}
