package dev.foldline.effects.artifact;

import dev.foldline.effects.json.PlainJson;
import dev.foldline.effects.redact.ControlCharacters;
import dev.foldline.effects.store.Blobs;

import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;

/**
 * What an agent concluded: the summary in an accepted artifact.
 *
 * @param artifact its name, as words
 * @param text one line
 */
public record Conclusion(String artifact, String text) {
    private static final int CHARS_READ = 200_000;
    private static final int LINE_CHARS_MAX = 300;

    /** What artifacts call their conclusion; the first that is there counts. */
    private static final Vector<String> SUMMARIES = Vector.of("summary", "reason");

    /** Lists whose length says something about the conclusion, and what they list. */
    private static final Vector<Tuple2<String, String>> LISTS =
            Vector.of(Tuple.of("steps", "step"), Tuple.of("issues", "issue"));

    /**
     * Returns the conclusions of those artifacts that have one.
     *
     * @param artifacts id of each artifact's text, by name
     */
    public static Vector<Conclusion> of(Map<String, String> artifacts, Blobs blobs) {
        return artifacts
                .toVector()
                .flatMap(
                        artifact ->
                                text(blobs, artifact._2())
                                        .map(
                                                text ->
                                                        new Conclusion(
                                                                artifact._1().replace('_', ' '),
                                                                text)));
    }

    private static Option<String> text(Blobs blobs, String id) {
        try {
            return PlainJson.object(blobs.text(id, CHARS_READ)).flatMap(Conclusion::text);
        } catch (IOException | IllegalArgumentException gone) {
            return Option.none();
        }
    }

    private static Option<String> text(java.util.Map<String, Object> artifact) {
        return SUMMARIES
                .map(artifact::get)
                .find(value -> value instanceof String text && !text.isBlank())
                .map(value -> line(value.toString()) + counts(artifact));
    }

    private static String line(String text) {
        var line = ControlCharacters.escape(text.strip().replaceAll("\\s+", " "));
        return line.length() <= LINE_CHARS_MAX
                ? line
                : line.substring(0, LINE_CHARS_MAX - 3) + "...";
    }

    private static String counts(java.util.Map<String, Object> artifact) {
        var counts =
                LISTS.flatMap(
                        list ->
                                artifact.get(list._1()) instanceof List<?> items
                                        ? Option.of(count(items.size(), list._2()))
                                        : Option.<String>none());
        return counts.isEmpty() ? "" : " (" + counts.mkString(", ") + ")";
    }

    private static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
