package dev.foldline.app.config.key;

import dev.foldline.core.PipelineBug;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The types of record components that can be keys: what may be written, and what it becomes. */
final class ComponentType {
    private ComponentType() {}

    /** What may be written for a component of {@code type}. */
    static KeyType of(Type type, ConfigKey config) {
        if (type instanceof ParameterizedType generic) {
            var argument = generic.getActualTypeArguments()[0];
            if (generic.getRawType() == Optional.class) return of(argument, config);
            return new KeyType.Items(
                    entry(argument, config),
                    least(config, Integer::parseInt),
                    most(config, Integer::parseInt));
        }
        if (type == int.class || type == Integer.class)
            return KeyType.Scalar.whole(
                    least(config, Integer::parseInt), most(config, Integer::parseInt));
        if (type == BigDecimal.class)
            return KeyType.Scalar.money(
                    least(config, BigDecimal::new), most(config, BigDecimal::new));
        if (type == Duration.class)
            return KeyType.Scalar.duration(
                    least(config, ComponentType::duration), most(config, ComponentType::duration));
        if (type == boolean.class) return KeyType.Scalar.bool();
        return type == ConfiguredCommand.class ? new KeyType.Line() : word(type, config);
    }

    private static KeyType entry(Type type, ConfigKey config) {
        if (type == ConfiguredCheck.class) return new CheckKeys.Entry();
        return type == ConfiguredCommand.class ? new KeyType.Line() : word(type, config);
    }

    private static KeyType.Scalar word(Type type, ConfigKey config) {
        if (type == ChainLink.class) return Form.LINK.type();
        if (type == Path.class) return Form.FILE.type();
        return type instanceof Class<?> options && options.isEnum()
                ? KeyType.Scalar.choice(labels(options))
                : config.form().type();
    }

    private static <T> T least(ConfigKey config, Function<String, T> reader) {
        return reader.apply(bounds(config)[0]);
    }

    private static <T> T most(ConfigKey config, Function<String, T> reader) {
        return reader.apply(bounds(config)[1]);
    }

    private static String[] bounds(ConfigKey config) {
        var bounds = config.range().split("\\.\\.", -1);
        if (bounds.length != 2)
            throw new PipelineBug("a key needs bounds, not '" + config.range() + "'");
        return bounds;
    }

    /**
     * The component that {@code value}, as JSON has it, stands for.
     *
     * @param directory what a relative path is relative to
     */
    static Object bind(Type type, Object value, Path directory) {
        if (type instanceof ParameterizedType list && value instanceof List<?> items)
            return items.stream()
                    .map(item -> bind(list.getActualTypeArguments()[0], item, directory))
                    .toList();
        if (type == Duration.class) return duration((String) value);
        if (type == Path.class) return directory.resolve((String) value).normalize();
        if (type == ChainLink.class) return ChainLink.of((String) value);
        if (type == ConfiguredCommand.class) return ConfiguredCommand.of(value);
        if (type == ConfiguredCheck.class) return ConfiguredCheck.of(value);
        return type instanceof Class<?> options && options.isEnum()
                ? options.getEnumConstants()[labels(options).indexOf(value)]
                : value;
    }

    /** The constants of an enum as the configuration writes them. */
    static List<String> labels(Class<?> options) {
        return Stream.of(options.getEnumConstants())
                .map(each -> ((Enum<?>) each).name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static Duration duration(String text) {
        return DurationText.parse(text).orElseThrow();
    }
}
