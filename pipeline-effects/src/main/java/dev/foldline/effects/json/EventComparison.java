package dev.foldline.effects.json;

import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.CallGuarded;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;

/**
 * Compares the events of a replay with the recorded ones. Some fields differ by their nature:
 * times, durations, what others did meanwhile, files that no commit contains, and the hashes of a
 * repository's own settings.
 */
public final class EventComparison {
    private static final String AT = "at";
    private static final String SPEND = "spend";
    private static final String MILLIS = "millis";
    private static final String NOTES = "notes";
    private static final String LOCAL = "local";
    private static final int TEXT_CHARS_MAX = 200;

    private EventComparison() {}

    /**
     * Returns the event with the recorded times, durations, notes and local files, if both are of
     * the same type.
     */
    public static Event withRecordedFields(Event event, Event recorded) {
        if (!event.getClass().equals(recorded.getClass())) return event;
        var tree = tree(event);
        var theirs = tree(recorded);
        for (var name : Vector.of(AT, NOTES, LOCAL)) take(tree, theirs, name);
        if (tree.path(SPEND) instanceof ObjectNode spend
                && theirs.path(SPEND) instanceof ObjectNode recordedSpend)
            take(spend, recordedSpend, MILLIS);
        return Wire.event(tree.toString());
    }

    private static void take(ObjectNode to, ObjectNode from, String name) {
        if (from.has(name)) to.set(name, from.path(name));
        else to.remove(name);
    }

    /** Returns the first field that differs, with both values; none if the events are equal. */
    public static Option<String> difference(Event event, Event recorded) {
        var ours = tree(event);
        var theirs = tree(recorded);
        if (event instanceof CallGuarded && recorded instanceof CallGuarded)
            for (var name : Vector.of("seen", "settings")) take(ours, theirs, name);
        return difference("", ours, theirs);
    }

    private static Option<String> difference(String path, JsonNode ours, JsonNode theirs) {
        if (ours.equals(theirs)) return Option.none();
        if (ours instanceof ObjectNode one && theirs instanceof ObjectNode other) {
            var names = Vector.ofAll(other.propertyNames()).appendAll(one.propertyNames());
            return names.distinct()
                    .flatMap(
                            name ->
                                    difference(
                                            path.isEmpty() ? name : path + "." + name,
                                            one.path(name),
                                            other.path(name)))
                    .headOption();
        }
        return Option.of(
                (path.isEmpty() ? "the event" : path)
                        + " is "
                        + text(ours)
                        + " instead of "
                        + text(theirs));
    }

    private static String text(JsonNode value) {
        var text = value.isMissingNode() ? "absent" : value.toString();
        return text.length() > TEXT_CHARS_MAX ? text.substring(0, TEXT_CHARS_MAX) + "..." : text;
    }

    private static ObjectNode tree(Event event) {
        byte[] json = Wire.toJson(event).getBytes(StandardCharsets.UTF_8);
        return JsonTrees.of(json, 0, json.length);
    }
}
