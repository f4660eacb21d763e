package dev.foldline.effects.json;

import dev.foldline.core.PipelineBug;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The names of types, components and constants in JSON. */
final class WireNames {
    /** The property that names the case of a sealed type. */
    static final String TYPE = "type";

    private WireNames() {}

    /** {@code InvokeAgent} and {@code invokeAgent} become {@code invoke_agent}. */
    static String snakeCase(String name) {
        var snake = new StringBuilder(name.length() + 8);
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            if (Character.isUpperCase(letter) && i > 0) {
                snake.append('_');
            }
            snake.append(Character.toLowerCase(letter));
        }
        return snake.toString();
    }

    static String of(Class<?> record) {
        return snakeCase(record.getSimpleName());
    }

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    static boolean isSealed(Class<?> type) {
        return type.isInterface() && type.isSealed();
    }

    /** Returns whether a record is a case of a sealed type. */
    static boolean isCase(Class<?> record) {
        return record.isRecord()
                && Arrays.stream(record.getInterfaces()).anyMatch(WireNames::isSealed);
    }

    /**
     * Returns the records that a sealed type permits, directly or through other sealed types, by
     * their JSON names.
     */
    static Map<String, Class<?>> cases(Class<?> sealed) {
        var cases = new LinkedHashMap<String, Class<?>>();
        collect(sealed, cases);
        return cases;
    }

    private static void collect(Class<?> sealed, Map<String, Class<?>> cases) {
        for (Class<?> permitted : sealed.getPermittedSubclasses()) {
            if (isSealed(permitted)) {
                collect(permitted, cases);
            } else {
                add(permitted, cases);
            }
        }
    }

    private static void add(Class<?> record, Map<String, Class<?>> cases) {
        Class<?> other = cases.put(of(record), record);
        if (other != null && other != record) {
            throw new PipelineBug(
                    "two cases have the same JSON name: "
                            + other.getName()
                            + " and "
                            + record.getName());
        }
        if (Arrays.stream(record.getRecordComponents())
                .anyMatch(component -> component.getName().equals(TYPE))) {
            throw new PipelineBug(
                    "a component of "
                            + record.getName()
                            + " has the name that tells its case: "
                            + TYPE);
        }
    }
}
