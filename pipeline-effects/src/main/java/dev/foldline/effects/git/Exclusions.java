package dev.foldline.effects.git;

import dev.foldline.core.PipelineState;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Paths that Foldline never stages.
 *
 * @param paths files or whole folders, relative to the root of the working tree, with {@code /}, as
 *     git prints them
 */
public record Exclusions(Set<String> paths) {
    private static final Exclusions ENGINE =
            new Exclusions(Set.of("foldline.yaml", "PROMPT.md", ".foldline"));

    public Exclusions {
        var trimmed = new TreeSet<String>();
        for (String path : paths)
            trimmed.add(path.endsWith("/") ? path.substring(0, path.length() - 1) : path);
        paths = Set.copyOf(trimmed);
    }

    /**
     * Returns the paths that no run commits automatically: the configuration, the prompt and the
     * exchange folder.
     */
    public static Exclusions engine() {
        return ENGINE;
    }

    /** Returns the paths that no commit of this run takes. */
    public static Exclusions of(PipelineState state) {
        return ENGINE.and(state.ledger().repository().protectedPaths().asJava())
                .and(state.policy().checksWrite().asJava());
    }

    /** Returns these exclusions and more, such as the user's own dirty paths. */
    public Exclusions and(Collection<String> more) {
        var all = new TreeSet<>(paths);
        all.addAll(more);
        return new Exclusions(all);
    }

    /** Returns whether the path, or a folder above it, is excluded. */
    public boolean covers(String path) {
        if (paths.contains(path)) return true;
        for (int slash = path.lastIndexOf('/');
                slash > 0;
                slash = path.lastIndexOf('/', slash - 1)) {
            if (paths.contains(path.substring(0, slash))) return true;
        }
        return false;
    }
}
