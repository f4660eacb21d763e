package dev.foldline.app.history;

import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/**
 * One place in which two values of the core differ; found by going through their components side by
 * side, so that no slice can be forgotten.
 *
 * @param path dotted path of component names as in the log
 * @param before absent if there was nothing
 * @param after absent if there is nothing
 */
public record StateDifference(String path, Optional<String> before, Optional<String> after) {

    /** Every difference, in the order of the components. */
    public static List<StateDifference> between(String path, Object before, Object after) {
        var found = new ArrayList<StateDifference>();
        collect(path, Optional.of(before), Optional.of(after), found);
        return found;
    }

    /** The first step of the path: the slice, if states were compared. */
    public String slice() {
        int dot = path.indexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }

    private static void collect(
            String path, Optional<?> before, Optional<?> after, List<StateDifference> found) {
        if (before.equals(after)) return;
        var left = before.map(StateDifference::unwrapped).orElse(Option.none());
        var right = after.map(StateDifference::unwrapped).orElse(Option.none());
        if (left instanceof Record from
                && right instanceof Record to
                && from.getClass() == to.getClass()) {
            for (var part : RecordPart.of(from)) {
                collect(
                        join(path, part.name()),
                        Optional.of(part.in(from)),
                        Optional.of(part.in(to)),
                        found);
            }
        } else if (left instanceof Map<?, ?> from && right instanceof Map<?, ?> to) {
            maps(path, from, to, found);
        } else if (left instanceof Seq<?> from && right instanceof Seq<?> to) {
            for (int i = 0; i < Math.max(from.size(), to.size()); i++) {
                collect(path + "[" + i + "]", item(from, i), item(to, i), found);
            }
        } else if (!Objects.equals(left, right)) {
            found.add(new StateDifference(path, text(left), text(right)));
        }
    }

    private static void maps(
            String path, Map<?, ?> from, Map<?, ?> to, List<StateDifference> found) {
        var keys = new TreeSet<String>();
        from.keySet().forEach(key -> keys.add(key.toString()));
        to.keySet().forEach(key -> keys.add(key.toString()));
        keys.forEach(key -> collect(join(path, key), entry(from, key), entry(to, key), found));
    }

    private static Optional<?> entry(Map<?, ?> map, String key) {
        return map.find(entry -> entry._1().toString().equals(key))
                .map(entry -> (Object) entry._2())
                .toJavaOptional();
    }

    private static Optional<?> item(Seq<?> items, int index) {
        return index < items.size() ? Optional.of((Object) items.get(index)) : Optional.empty();
    }

    /** An option is its value, or nothing. */
    static Object unwrapped(Object value) {
        return value instanceof Option<?> option && option.isDefined()
                ? unwrapped(option.get())
                : value;
    }

    private static Optional<String> text(Object value) {
        return value instanceof Option<?> option && option.isEmpty()
                ? Optional.empty()
                : Optional.of(written(value));
    }

    static String written(Object value) {
        return switch (unwrapped(value)) {
            case Option<?> _ -> "-";
            case Record record -> record(record);
            case Map<?, ?> map ->
                    "{"
                            + map.map(entry -> entry._1() + ": " + written(entry._2()))
                                    .mkString(", ")
                            + "}";
            case Seq<?> items -> "[" + items.map(StateDifference::written).mkString(", ") + "]";
            case Enum<?> word -> word.name().toLowerCase(Locale.ROOT);
            case Object other -> ValueFormatter.oneLine(other.toString());
        };
    }

    private static String record(Record record) {
        var parts = new ArrayList<String>();
        for (var part : RecordPart.of(record))
            parts.add(part.name() + ": " + written(part.in(record)));
        var name = RecordPart.snake(record.getClass().getSimpleName());
        return parts.isEmpty() ? name : name + "(" + String.join(", ", parts) + ")";
    }

    private static String join(String path, String step) {
        return path.isEmpty() ? step : path + "." + step;
    }
}
