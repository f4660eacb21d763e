package dev.foldline.arbitrary;

import io.vavr.Tuple;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Any value of a core type, built from its shape: components of records, cases of sealed types,
 * constants of enums. It need not make sense; a new record, case or component is covered without a
 * line being written.
 */
public final class AnyValue {
    private static final int SIZE_MAX = 6;

    /** How a record is made. */
    private record Shape(Constructor<?> constructor, List<Type> components) {
        static Shape of(Class<?> type) {
            var components = List.of(type.getRecordComponents());
            var types = components.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                return new Shape(
                        type.getDeclaredConstructor(types),
                        components.stream().map(RecordComponent::getGenericType).toList());
            } catch (NoSuchMethodException impossible) {
                throw new IllegalStateException("a record has this constructor", impossible);
            }
        }
    }

    private static final ClassValue<Shape> SHAPES =
            new ClassValue<>() {
                @Override
                protected Shape computeValue(Class<?> type) {
                    return Shape.of(type);
                }
            };

    private static final ClassValue<Class<?>[]> CASES =
            new ClassValue<>() {
                @Override
                protected Class<?>[] computeValue(Class<?> type) {
                    return cases(type).toArray(Class<?>[]::new);
                }
            };

    private final Random random;
    private final int size;

    private AnyValue(Random random, int size) {
        this.random = random;
        this.size = size;
    }

    /**
     * Values of a record, sealed interface or enum of the core; the smaller ones are tried first
     * when a law is broken.
     */
    public static <T> Arbitrary<T> of(Class<T> type) {
        return Combinators.combine(Arbitraries.integers().between(0, SIZE_MAX), Arbitraries.longs())
                .as((size, seed) -> of(type, seed, size))
                .withoutEdgeCases();
    }

    /**
     * The value of a seed, always the same one. Seeds in a row are mixed, because their first
     * random numbers are alike. {@code size} bounds the length of its lists, maps and texts.
     */
    public static <T> T of(Class<T> type, long seed, int size) {
        return type.cast(
                new AnyValue(new Random(new SplittableRandom(seed).nextLong()), size).value(type));
    }

    private Object value(Type type) {
        return switch (type) {
            case ParameterizedType generic ->
                    container((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
            case Class<?> plain when plain.isRecord() -> record(plain);
            case Class<?> plain when plain.isEnum() -> oneOf(plain.getEnumConstants());
            case Class<?> plain when plain.isInterface() -> value(oneOf(CASES.get(plain)));
            case Class<?> plain -> scalar(plain);
            default -> throw new IllegalArgumentException("no arbitrary " + type);
        };
    }

    private Object container(Class<?> raw, Type[] of) {
        if (raw == Option.class) {
            return size == 0 || random.nextInt(3) == 0 ? Option.none() : Option.some(value(of[0]));
        }
        if (raw == Vector.class) {
            return Vector.fill(length(), () -> value(of[0]));
        }
        if (raw == Map.class && of[0] == String.class) {
            return LinkedHashMap.ofEntries(
                    Vector.fill(length(), () -> Tuple.of(key(), value(of[1]))));
        }
        throw new IllegalArgumentException("no arbitrary " + raw);
    }

    /** Short ones mostly: containers lie within containers. */
    private int length() {
        return random.nextInt(5) == 0
                ? random.nextInt(size + 1)
                : random.nextInt(Math.min(size, 2) + 1);
    }

    private Object record(Class<?> type) {
        var shape = SHAPES.get(type);
        var arguments = shape.components().stream().map(this::value).toArray();
        try {
            return shape.constructor().newInstance(arguments);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("cannot make a " + type, impossible);
        }
    }

    private Object scalar(Class<?> type) {
        if (type == String.class) {
            return text();
        }
        if (type == int.class || type == Integer.class) {
            return random.nextBoolean()
                    ? random.nextInt(20)
                    : oneOf(0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, random.nextInt());
        }
        if (type == long.class || type == Long.class) {
            return random.nextBoolean()
                    ? random.nextLong(20)
                    : oneOf(
                            0L,
                            -1L,
                            Long.MIN_VALUE,
                            Long.MAX_VALUE,
                            (1L << 53) + 1,
                            random.nextLong());
        }
        if (type == boolean.class) {
            return random.nextBoolean();
        }
        if (type == Instant.class) {
            return instant();
        }
        throw new IllegalArgumentException("no arbitrary " + type);
    }

    private Instant instant() {
        return oneOf(
                Instant.EPOCH,
                Instant.MIN,
                Instant.MAX,
                Instant.parse("2026-11-21T22:00:00.123Z"),
                Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)),
                Instant.ofEpochMilli(random.nextInt()));
    }

    private static final String[] TEXTS = {
        "",
        " ",
        "plan",
        "development",
        "null",
        "true",
        "17",
        "-0",
        "1e3",
        "NaN",
        "{\"type\":\"x\"}",
        "[]",
        "$ref",
        "${HOME}",
        "@class",
        "type",
        "\"quoted\"",
        "back\\slash",
        "line\nfeed\r\n",
        "\t",
        "\u0000\u001f\u007f",
        "\u2028\u2029",
        "gr\u00fc\u00df",
        "\u65e5\u672c",
        "\ud83e\udd16",
        "half \ud83e",
        "\udd16 half",
        "\udd16\ud83e",
        "\uffff\ufeff",
        "2026-11-21T22:00:00Z"
    };

    private String text() {
        if (random.nextInt(3) > 0) {
            return oneOf(TEXTS);
        }
        var text = new StringBuilder();
        for (int i = random.nextInt(4 * size + 1); i > 0; i--) {
            text.append(
                    (char)
                            (random.nextBoolean()
                                    ? 32 + random.nextInt(95)
                                    : random.nextInt(0x10000)));
        }
        return text.toString();
    }

    /** Text in whole characters: halves of them cannot be names in JSON. */
    private String key() {
        String text = text();
        return text.codePoints().allMatch(point -> Character.getType(point) != Character.SURROGATE)
                ? text
                : key();
    }

    @SafeVarargs
    private <T> T oneOf(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** The records a sealed interface permits, also by way of other sealed interfaces. */
    public static List<Class<?>> cases(Class<?> sealed) {
        var cases = new ArrayList<Class<?>>();
        for (Class<?> permitted : sealed.getPermittedSubclasses()) {
            if (permitted.isInterface()) {
                cases.addAll(cases(permitted));
            } else {
                cases.add(permitted);
            }
        }
        return cases;
    }
}
