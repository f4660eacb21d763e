package dev.foldline.wire;

import dev.foldline.arbitrary.AnyValue;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.decide.Decision;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.event.Event;
import dev.foldline.core.projection.runtime.Memo;
import dev.foldline.core.workflow.Workflow;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names and types of everything that is written, told from the core's types alone, without
 * asking the code that writes.
 */
final class WireShape {
    /** What is written as a whole; the rest is reached from here. */
    static final List<Class<?>> ROOTS =
            List.of(
                    Event.class,
                    Effect.class,
                    Command.class,
                    Rejection.class,
                    Decision.class,
                    PipelineState.class,
                    Workflow.class,
                    Memo.class);

    private static final Pattern INNER_CAPITAL = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    private final Set<Class<?>> reached = new LinkedHashSet<>();

    private WireShape() {}

    /** Every core type that can be part of what is written. */
    static Set<Class<?>> types() {
        var shape = new WireShape();
        ROOTS.forEach(shape::reach);
        return shape.reached;
    }

    /** One line for each record, sealed type and enum, sorted. */
    static String describe() {
        return types().stream()
                .map(WireShape::line)
                .sorted()
                .collect(Collectors.joining("\n", "", "\n"));
    }

    static String snake(String name) {
        return INNER_CAPITAL.matcher(name).replaceAll("_").toLowerCase(Locale.ROOT);
    }

    private void reach(Type type) {
        if (type instanceof ParameterizedType generic) {
            Arrays.stream(generic.getActualTypeArguments()).forEach(this::reach);
        } else if (type instanceof Class<?> plain && isOurs(plain) && reached.add(plain)) {
            parts(plain).forEach(this::reach);
        }
    }

    private static boolean isOurs(Class<?> type) {
        return type.getPackageName().startsWith("dev.foldline.core");
    }

    private static Stream<? extends Type> parts(Class<?> type) {
        return type.isRecord()
                ? Arrays.stream(type.getRecordComponents()).map(RecordComponent::getGenericType)
                : type.isInterface() ? AnyValue.cases(type).stream() : Stream.empty();
    }

    private static String line(Class<?> type) {
        if (type.isEnum()) {
            return "enum " + pathOf(type) + " = " + constants(type);
        }
        return type.isInterface()
                ? "sealed "
                        + pathOf(type)
                        + " = "
                        + AnyValue.cases(type).stream()
                                .map(each -> snake(each.getSimpleName()))
                                .sorted()
                                .collect(Collectors.joining(" | "))
                : "record " + pathOf(type) + components(type);
    }

    private static String constants(Class<?> type) {
        return Arrays.stream(type.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(" | "));
    }

    private static String components(Class<?> record) {
        return Arrays.stream(record.getRecordComponents())
                .map(
                        component ->
                                snake(component.getName())
                                        + ": "
                                        + text(component.getGenericType()))
                .collect(Collectors.joining(", ", " {", "}"));
    }

    /** {@code text?} may be left out, {@code [text]} is a list, {@code {text: int}} a map. */
    private static String text(Type type) {
        if (type instanceof ParameterizedType generic) {
            var of = generic.getActualTypeArguments();
            return generic.getRawType() == Option.class
                    ? text(of[0]) + "?"
                    : generic.getRawType() == Vector.class
                            ? "[" + text(of[0]) + "]"
                            : generic.getRawType() == Map.class
                                    ? "{" + text(of[0]) + ": " + text(of[1]) + "}"
                                    : unknown(type);
        }
        return type instanceof Class<?> plain
                ? isOurs(plain) ? pathOf(plain) : scalar(plain)
                : unknown(type);
    }

    private static String scalar(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "String" -> "text";
            case "int", "Integer" -> "int";
            case "long", "Long" -> "long";
            case "boolean" -> "boolean";
            case "Instant" -> "instant";
            default -> unknown(type);
        };
    }

    private static String unknown(Type type) {
        throw new IllegalArgumentException("no JSON encoding for " + type.getTypeName());
    }

    /** The names of the types around it and its own: {@code fault.kind}. */
    private static String pathOf(Class<?> type) {
        var around = type.getEnclosingClass();
        return (around == null ? "" : pathOf(around) + ".") + snake(type.getSimpleName());
    }
}
