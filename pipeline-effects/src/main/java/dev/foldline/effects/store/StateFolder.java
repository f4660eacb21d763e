package dev.foldline.effects.store;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where this user keeps what belongs to no repository, such as the working trees of runs. In a
 * folder for all, anybody could put something there.
 */
public final class StateFolder {
    private StateFolder() {}

    /** Returns the folder; empty if the user has no place for it. */
    public static Optional<Path> of(Map<String, String> environment) {
        var set = environment.getOrDefault("XDG_STATE_HOME", "");
        var home = environment.getOrDefault("HOME", "");
        if (set.isEmpty() && home.isEmpty()) return Optional.empty();
        var state = set.isEmpty() ? Path.of(home, ".local/state") : Path.of(set);
        return Optional.of(state.resolve("foldline"));
    }
}
