package dev.foldline.app.config.key;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One key of the configuration: where it stands, what it admits, its default and the sentence that
 * documents it.
 *
 * @param path its names from the root; {@link #ANY} stands for a name the user chooses
 * @param <T> the value it has
 */
public record Key<T>(List<String> path, KeyType<T> type, Optional<T> defaultValue, String doc) {
    /** In a path: the name of an agent, or of a phase. */
    public static final String ANY = "*";

    private static final String VARIABLE_PREFIX = "FOLDLINE_";

    public Key {
        path = List.copyOf(path);
    }

    /** An optional key with a default. */
    static <T> Key<T> of(String dotted, KeyType<T> type, T defaultValue, String doc) {
        return new Key<>(List.of(dotted.split("\\.", -1)), type, Optional.of(defaultValue), doc);
    }

    /** A key that may be absent. */
    static <T> Key<T> absent(String dotted, KeyType<T> type, String doc) {
        return new Key<>(List.of(dotted.split("\\.", -1)), type, Optional.empty(), doc);
    }

    /**
     * As written after {@code --set}: {@code budget.agent_calls}; with {@code *} for a chosen name.
     */
    public String dotted() {
        return String.join(".", path);
    }

    /** As messages and documents show it: {@code agents.NAME.run}. */
    public String dottedPath() {
        return dotted().replace(ANY, "NAME");
    }

    /** The environment variable that sets it, if its path has no chosen name. */
    public Optional<String> variable() {
        return path.contains(ANY)
                ? Optional.empty()
                : Optional.of(VARIABLE_PREFIX + String.join("_", path).toUpperCase(Locale.ROOT));
    }

    /** Whether {@code names} is this key's path, any name standing where the user chooses. */
    public boolean matches(List<String> names) {
        return names.size() == path.size() && startsWith(names);
    }

    /** Whether this key's path begins with {@code names}. */
    public boolean startsWith(List<String> names) {
        if (names.size() > path.size()) return false;
        for (int i = 0; i < names.size(); i++) {
            if (!path.get(i).equals(ANY) && !path.get(i).equals(names.get(i))) return false;
        }
        return true;
    }
}
