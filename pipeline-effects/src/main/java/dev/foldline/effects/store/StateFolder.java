package dev.foldline.effects.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

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

    /**
     * Returns the folder of the working trees of one clone: two clones of a user may have a run of
     * the same id, but never its tree.
     *
     * @param commonFolder the git folder of the clone
     */
    public static Optional<Path> worktrees(Map<String, String> environment, Path commonFolder)
            throws IOException {
        var path = commonFolder.toRealPath().toString().getBytes(StandardCharsets.UTF_8);
        var clone = UUID.nameUUIDFromBytes(path).toString();
        return of(environment).map(state -> state.resolve("worktrees").resolve(clone));
    }
}
