package dev.foldline.stream;

import dev.foldline.effects.agent.cli.Adapter;
import dev.foldline.effects.agent.cli.Adapters;
import dev.foldline.effects.agent.stream.AgentStream;
import dev.foldline.effects.agent.stream.AgentStream.Exit;
import dev.foldline.effects.agent.stream.CallOutcome;
import dev.foldline.effects.agent.stream.StreamState;
import dev.foldline.testkit.simulation.SeededRandom;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Streams as agents' command lines were seen to write them, and what can become of such. */
final class Streams {
    private static final Path FOLDER = Path.of("src/test/resources/streams");

    private Streams() {}

    /** A good call of this kind, line by line. */
    static List<String> good(Adapter adapter) {
        return lines(adapter.name() + "-good.jsonl");
    }

    /** Frames that end a call of this kind badly. */
    static List<String> errors(Adapter adapter) {
        return lines(adapter.name() + "-errors.jsonl");
    }

    private static List<String> lines(String file) {
        try {
            return Files.readAllLines(FOLDER.resolve(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static Adapter any(SeededRandom luck) {
        return Adapters.ALL.get(luck.below(Adapters.ALL.size()));
    }

    /** The state after these lines, and how a call ends that exits with this code. */
    static CallOutcome outcome(Adapter adapter, List<String> lines, int exit, String stderr) {
        var stream = new AgentStream(adapter);
        return stream.finish(parse(stream, lines), new Exit.Code(exit), stderr);
    }

    static StreamState parse(AgentStream stream, List<String> lines) {
        var state = StreamState.EMPTY;
        for (var line : lines) state = stream.step(state, line).state();
        return state;
    }

    /** Lines of bytes that mean nothing, of pieces of JSON, and of deep nests of it. */
    static List<String> noise(SeededRandom luck) {
        var lines = new ArrayList<String>();
        int count = luck.below(12);
        for (int line = 0; line < count; line++)
            lines.add(luck.chance(50) ? bytes(luck) : pieces(luck));
        return lines;
    }

    private static String bytes(SeededRandom luck) {
        var bytes = new byte[luck.below(200)];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) luck.next();
        return new String(bytes, StandardCharsets.UTF_8).replace('\n', ' ');
    }

    private static String pieces(SeededRandom luck) {
        var pieces =
                List.of(
                        "{",
                        "}",
                        "[",
                        "]",
                        "\"type\"",
                        ":",
                        ",",
                        "\"result\"",
                        "\"turn.completed\"",
                        "null",
                        "true",
                        "-1",
                        "1e999",
                        "\"a\\u12\"",
                        "\u001b[31m",
                        "\"item\"",
                        "{{{{");
        var line = new StringBuilder();
        int count = luck.below(40);
        for (int piece = 0; piece < count; piece++)
            line.append(pieces.get(luck.below(pieces.size())));
        return line.toString();
    }

    /** The same stream with something done to it, as a version, a disk or a pipe might. */
    static List<String> mutated(List<String> lines, SeededRandom luck) {
        var changed = new ArrayList<>(lines);
        int changes = 1 + luck.below(4);
        for (int change = 0; change < changes && !changed.isEmpty(); change++)
            mutate(changed, luck.below(changed.size()), luck);
        return changed;
    }

    /** A line of which a text is much longer, and like none before. */
    static String lengthen(String line, SeededRandom luck) {
        var texts = Pattern.compile(":\"([^\"]*)\"").matcher(line).results().toList();
        if (texts.isEmpty()) return line;
        int end = texts.get(luck.below(texts.size())).end(1);
        return line.substring(0, end)
                + Long.toString(luck.next() >>> 1, 36)
                + "x".repeat(30_000)
                + line.substring(end);
    }

    private static void mutate(List<String> lines, int at, SeededRandom luck) {
        var line = lines.get(at);
        int place = luck.below(line.length() + 1);
        switch (luck.below(8)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.set(at, line.substring(0, place));
            case 2 -> lines.add(at, lines.get(luck.below(lines.size())));
            case 3 ->
                    lines.set(
                            at,
                            line.substring(0, place)
                                    + lines.get(luck.below(lines.size()))
                                    + line.substring(place));
            case 4 ->
                    lines.set(
                            at,
                            line.substring(0, place)
                                    + (char) luck.below(0x3000)
                                    + line.substring(Math.min(line.length(), place + 1)));
            case 5 -> lines.set(at, line.replaceFirst("\"[a-z_]+\":", "\"renamed\":"));
            case 6 ->
                    lines.set(
                            at,
                            line.replaceFirst(
                                    ":(true|false|null|[0-9.]+|\"[^\"]*\")", ":{\"nested\":[7]}"));
            default -> {
                lines.set(at, line.substring(0, place));
                lines.add(at + 1, line.substring(place));
            }
        }
    }
}
