package dev.foldline.app.config.key;

import dev.foldline.core.PipelineBug;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Makes settings records of the values that were chosen for their keys. */
public record Binder(Values values) {
    /** What was chosen. */
    public interface Values {
        /** The value chosen for the key at {@code path}, as JSON has it. */
        Optional<Object> at(String path);

        /** What a relative path chosen for the key at {@code path} is relative to. */
        Path directory(String path);

        /** The names chosen below {@code group}. */
        Set<String> names(String group);
    }

    public <T extends Record> T bind(Class<T> record) {
        return record.cast(bind(record, List.of(), ""));
    }

    /** The record at {@code group}, in whose path {@code chosen} is the user's name. */
    private Object bind(Class<?> record, List<String> group, String chosen) {
        var components = new ArrayList<Object>();
        for (var declaration : Declaration.of(record, group)) {
            components.add(
                    switch (declaration) {
                        case Declaration.OfKey key -> component(key, chosen);
                        case Declaration.OfGroup(var below, var path) -> bind(below, path, chosen);
                        case Declaration.OfConstants(var keys) -> constants(keys);
                        case Declaration.OfChosen(var key) -> chosen(key);
                        case Declaration.OfNames(var below, var path) -> named(below, path);
                    });
        }
        try {
            var types = Stream.of(record.getRecordComponents()).map(RecordComponent::getType);
            return record.getConstructor(types.toArray(Class<?>[]::new))
                    .newInstance(components.toArray());
        } catch (ReflectiveOperationException failed) {
            throw new PipelineBug(record + " cannot be made of " + components, failed);
        }
    }

    private Object component(Declaration.OfKey declared, String chosen) {
        var value = value(declared, chosen);
        return declared.isOptional() ? value : value.orElseThrow();
    }

    private Optional<Object> value(Declaration.OfKey declared, String chosen) {
        var path = declared.key().dotted(chosen);
        return values.at(path)
                .or(() -> declared.key().defaultValue())
                .map(
                        value ->
                                ComponentType.bind(
                                        declared.valueType(), value, values.directory(path)));
    }

    private Map<Object, Object> constants(Map<Object, Declaration.OfKey> keys) {
        var map = new LinkedHashMap<Object, Object>();
        keys.forEach(
                (constant, key) -> value(key, "").ifPresent(value -> map.put(constant, value)));
        return map;
    }

    private Map<String, Object> chosen(Declaration.OfKey key) {
        var path = key.key().path();
        var map = new LinkedHashMap<String, Object>();
        for (var name : values.names(String.join(".", path.subList(0, path.size() - 1))))
            value(key, name).ifPresent(value -> map.put(name, value));
        return map;
    }

    private Map<String, Object> named(Class<?> record, List<String> path) {
        var map = new LinkedHashMap<String, Object>();
        for (var name : values.names(String.join(".", path.subList(0, path.size() - 1))))
            map.put(name, bind(record, path, name));
        return map;
    }
}
