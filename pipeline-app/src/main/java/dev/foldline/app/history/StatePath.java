package dev.foldline.app.history;

import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

import java.util.List;
import java.util.Optional;

/**
 * A place in a state, by the names in the log: {@code slots.retry}, {@code ledger.accepted.plan} or
 * {@code items.lists.tasks[0]}. A key of a map may contain dots.
 */
public record StatePath(String text) {

    /** What a path leads to: a value, or the value at which it ends with a part left over. */
    private record Reached(Object value, String rest) {}

    /** Returns the value in a state. It is absent if this state has no such place. */
    public Optional<Object> in(Object state) {
        var reached = walk(state);
        return reached.rest().isEmpty() && !isAbsent(reached.value())
                ? Optional.of(reached.value())
                : Optional.empty();
    }

    /**
     * Returns the part of a state that decides about the value: if it is the same object in two
     * states, so is the value.
     */
    Object slice(Record state) {
        for (var part : RecordPart.of(state)) if (begins(text, part.name())) return part.in(state);
        return state;
    }

    /** Returns the names at which the path could go on where it leaves the state. */
    public List<String> alternatives(Object state) {
        return switch (walk(state).value()) {
            case Record record -> RecordPart.of(record).stream().map(RecordPart::name).toList();
            case Map<?, ?> map -> map.keySet().toList().map(Object::toString).sorted().asJava();
            default -> List.of();
        };
    }

    /** Returns the part of the path that exists in a state. */
    public String existing(Object state) {
        var found = text.substring(0, text.length() - walk(state).rest().length());
        return found.endsWith(".") ? found.substring(0, found.length() - 1) : found;
    }

    private Reached walk(Object state) {
        var reached = new Reached(StateDifference.unwrapped(state), text);
        while (!reached.rest().isEmpty()) {
            var next = step(reached.value(), reached.rest());
            if (next.isEmpty()) return reached;
            reached = next.get();
        }
        return reached;
    }

    private static Optional<Reached> step(Object value, String rest) {
        return switch (value) {
            case Record record ->
                    RecordPart.of(record).stream()
                            .filter(part -> begins(rest, part.name()))
                            .findFirst()
                            .map(part -> reached(part.in(record), rest, part.name().length()));
            case Map<?, ?> map ->
                    map.filter(entry -> begins(rest, entry._1().toString()))
                            .maxBy(entry -> entry._1().toString().length())
                            .map(entry -> reached(entry._2(), rest, entry._1().toString().length()))
                            .toJavaOptional();
            case Seq<?> items -> item(items, rest);
            default -> Optional.empty();
        };
    }

    private static Optional<Reached> item(Seq<?> items, String rest) {
        int end = rest.indexOf(']');
        if (!rest.startsWith("[") || !rest.substring(1, Math.max(1, end)).matches("\\d{1,9}"))
            return Optional.empty();
        int index = Integer.parseInt(rest.substring(1, end));
        return index < items.size()
                ? Optional.of(reached(items.get(index), rest, end + 1))
                : Optional.empty();
    }

    private static Reached reached(Object value, String rest, int length) {
        var left = rest.substring(length);
        return new Reached(
                StateDifference.unwrapped(value), left.startsWith(".") ? left.substring(1) : left);
    }

    private static boolean begins(String rest, String name) {
        return rest.startsWith(name)
                && (rest.length() == name.length()
                        || ".[".indexOf(rest.charAt(name.length())) >= 0);
    }

    private static boolean isAbsent(Object value) {
        return value instanceof Option<?> option && option.isEmpty();
    }
}
