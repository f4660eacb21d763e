package dev.foldline.app.config.key;

import dev.foldline.app.config.source.Origin;
import dev.foldline.app.config.source.Problems;
import dev.foldline.core.PipelineBug;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a component of a settings record declares. */
sealed interface Declaration {
    /** One key, whose value becomes {@code type}. */
    record OfKey(Key key, Type type) implements Declaration {
        /** Whether the component is an {@link Optional}. */
        boolean isOptional() {
            return isGeneric(type, Optional.class);
        }

        /** The component's type, or that in its {@link Optional}. */
        Type valueType() {
            return isOptional() ? argument(type, 0) : type;
        }
    }

    /** The keys of another record. */
    record OfGroup(Class<?> record, List<String> path) implements Declaration {}

    /** A key for each constant of an enum; none has a default. */
    record OfConstants(Map<Object, OfKey> keys) implements Declaration {}

    /** A key for each name the user chooses; none has a default. */
    record OfChosen(OfKey key) implements Declaration {}

    /** The keys of another record, for each name the user chooses. */
    record OfNames(Class<?> record, List<String> path) implements Declaration {}

    /** What the components of {@code record} declare, in order; {@code group} is its own path. */
    static List<Declaration> of(Class<?> record, List<String> group) {
        return Stream.of(record.getRecordComponents())
                .map(component -> of(component, path(component, group)))
                .toList();
    }

    private static Declaration of(RecordComponent component, List<String> path) {
        var config = component.getAnnotation(ConfigKey.class);
        var type = component.getGenericType();
        if (isGeneric(type, Map.class))
            return map((Class<?>) argument(type, 0), argument(type, 1), path, component);
        if (config == null) return new OfGroup(component.getType(), path);
        var isEmptyList = isGeneric(type, List.class) && config.standard().isEmpty();
        var key = key(path, type, config, component);
        return isEmptyList ? new OfKey(key.withDefault(List.of()), type) : new OfKey(key, type);
    }

    private static Declaration map(
            Class<?> names, Type type, List<String> path, RecordComponent component) {
        var config = component.getAnnotation(ConfigKey.class);
        if (names.isEnum()) return constants(names, type, path, config);
        var chosen = below(path, Key.ANY);
        return type instanceof Class<?> record
                ? new OfNames(record, chosen)
                : new OfChosen(new OfKey(key(chosen, type, config, component), type));
    }

    private static OfConstants constants(
            Class<?> constants, Type type, List<String> path, ConfigKey config) {
        var keys = new LinkedHashMap<Object, OfKey>();
        for (var constant : constants.getEnumConstants()) {
            var name = ((Enum<?>) constant).name();
            var label = below(path, name.toLowerCase(Locale.ROOT));
            keys.put(constant, new OfKey(key(label, type, config, field(constants, name)), type));
        }
        return new OfConstants(keys);
    }

    private static Field field(Class<?> constants, String name) {
        try {
            return constants.getField(name);
        } catch (NoSuchFieldException impossible) {
            throw new PipelineBug("no constant " + name, impossible);
        }
    }

    private static Key key(
            List<String> path, Type type, ConfigKey config, AnnotatedElement documented) {
        var admitted = ComponentType.of(type, config);
        return new Key(
                path,
                admitted,
                defaultValue(admitted, config.standard()),
                documented.getAnnotation(Doc.class).value(),
                List.of(config.kinds()),
                List.of(config.neededBy()));
    }

    private static Optional<Object> defaultValue(KeyType admitted, String standard) {
        if (standard.isEmpty()) return Optional.empty();
        var problems = new Problems();
        var value =
                admitted.read("a default", admitted.node(standard, new Origin.Default()), problems);
        if (value.isEmpty()) throw new PipelineBug(problems.all().toString());
        return value;
    }

    /** The path of a component: its name with underscores, or as {@link Group} says. */
    private static List<String> path(RecordComponent component, List<String> group) {
        var named = component.getAnnotation(Group.class);
        if (named != null) return named.value().isEmpty() ? group : below(group, named.value());
        return below(
                group, component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT));
    }

    private static List<String> below(List<String> group, String name) {
        return Stream.concat(group.stream(), Stream.of(name)).toList();
    }

    private static boolean isGeneric(Type type, Class<?> raw) {
        return type instanceof ParameterizedType generic && generic.getRawType() == raw;
    }

    private static Type argument(Type type, int index) {
        return ((ParameterizedType) type).getActualTypeArguments()[index];
    }
}
