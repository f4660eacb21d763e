package dev.foldline.app.config;

import dev.foldline.app.config.key.Key;
import dev.foldline.app.config.key.Keys;
import dev.foldline.app.config.source.Origin;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The choices of all sources, the stronger ones in front of the weaker. */
final class Choices {
    private final Map<String, Choice> byPath = new LinkedHashMap<>();
    private final Map<String, Origin> agents = new LinkedHashMap<>();
    private final Set<String> refused = new HashSet<>();

    /** Lays {@code layers} over each other, the weakest first. */
    static Choices of(List<Layer> layers) {
        var all = new Choices();
        layers.forEach(all::overlay);
        return all;
    }

    /**
     * Returns the agents of the strongest file: a definition replaces another file's definition as
     * a whole.
     */
    private void overlay(Layer layer) {
        layer.agents()
                .forEach(
                        (name, origin) -> {
                            agents.put(name, origin);
                            if (origin instanceof Origin.InFile)
                                byPath.keySet()
                                        .removeIf(path -> path.startsWith("agents." + name + "."));
                        });
        byPath.putAll(layer.choices());
        refused.addAll(layer.refusedKeys());
    }

    /** Returns the user's agents, each with the position of its strongest definition. */
    Map<String, Origin> agents() {
        return agents;
    }

    /** The names for which something was chosen with one of these keys. */
    Set<String> names(Key<?>... keys) {
        var names = new TreeSet<String>();
        byPath.keySet().stream()
                .map(path -> List.of(path.split("\\.", -1)))
                .forEach(
                        path ->
                                Stream.of(keys)
                                        .filter(key -> key.matches(path))
                                        .forEach(
                                                key ->
                                                        names.add(
                                                                path.get(
                                                                        key.path()
                                                                                .indexOf(
                                                                                        Key
                                                                                                .ANY)))));
        return names;
    }

    private Optional<Choice> at(String path) {
        return Optional.ofNullable(byPath.get(path));
    }

    /**
     * Returns whether the user did not set {@code key} for the agent {@code name}, validly or not.
     */
    boolean isMissing(Key<?> key, String name) {
        return choice(key, name).isEmpty()
                && !refused.contains(key.dotted().replace(Key.ANY, name));
    }

    /**
     * The kind of the agent called {@code name}: what is written, else the built-in one of its
     * name.
     */
    Optional<String> kind(String name, Set<String> builtIn) {
        return find(Keys.AGENT_KIND, name).or(() -> Optional.of(name).filter(builtIn::contains));
    }

    /** The choice for a key whose path has no chosen name. */
    Optional<Choice> choice(Key<?> key) {
        return at(key.dotted());
    }

    /** The choice for {@code key} of the agent or phase called {@code name}. */
    Optional<Choice> choice(Key<?> key, String name) {
        return at(key.dotted().replace(Key.ANY, name));
    }

    <T> Optional<T> find(Key<T> key) {
        return value(key, choice(key));
    }

    <T> Optional<T> find(Key<T> key, String name) {
        return value(key, choice(key, name));
    }

    /** The value of a key that has a default. */
    <T> T get(Key<T> key) {
        return find(key).orElseThrow();
    }

    /** Safe, since a choice holds what its key's type read. */
    @SuppressWarnings("unchecked")
    private static <T> Optional<T> value(Key<T> key, Optional<Choice> choice) {
        return choice.map(made -> (T) made.value()).or(key::defaultValue);
    }
}
