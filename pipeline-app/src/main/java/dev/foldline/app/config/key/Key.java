package dev.foldline.app.config.key;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One key of the configuration, as a {@link ConfigKey} declares it.
 *
 * @param path its names from the root; {@link #ANY} stands for a name the user chooses
 * @param defaultValue as JSON has it
 * @param kinds the kinds of agents that have it; all, if there are none
 * @param neededBy the kinds of agents that must have it
 */
public record Key(
        List<String> path,
        KeyType type,
        Optional<Object> defaultValue,
        String doc,
        List<String> kinds,
        List<String> neededBy) {
    /** In a path: the name of an agent, or of a phase. */
    public static final String ANY = "*";

    public Key {
        path = List.copyOf(path);
        kinds = List.copyOf(kinds);
        neededBy = List.copyOf(neededBy);
    }

    Key withDefault(Object value) {
        return new Key(path, type, Optional.of(value), doc, kinds, neededBy);
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

    /** The last name of its path. */
    public String name() {
        return path.getLast();
    }

    /** Whether its path has a name the user chooses. */
    public boolean isBelowName() {
        return path.contains(ANY);
    }

    /** The path of the key below one chosen name. */
    public String dotted(String chosen) {
        return dotted().replace(ANY, chosen);
    }

    /** The environment variable that sets it, if its path has no chosen name. */
    public Optional<String> variable() {
        return isBelowName()
                ? Optional.empty()
                : Optional.of("FOLDLINE_" + String.join("_", path).toUpperCase(Locale.ROOT));
    }

    /** Whether agents of {@code kind} have it. */
    public boolean isOf(String kind) {
        return kinds.isEmpty() || kinds.contains(Form.Kinds.named(kind));
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
