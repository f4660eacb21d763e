package dev.foldline.effects.git;

import dev.foldline.core.PipelineState;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * Paths that Foldline never stages.
 *
 * @param paths files or whole folders, relative to the root of the working tree, with {@code /}, as
 *     git prints them; {@code **}{@code /name} and {@code **}{@code /*.ending} name those of all
 *     folders
 */
public record Exclusions(Set<String> paths) {
    private static final String ANYWHERE = "**/";
    private static final String QUOTE = "\"";
    private static final Exclusions ENGINE =
            new Exclusions(Set.of("foldline.yaml", "PROMPT.md", ".foldline"));

    public Exclusions {
        var trimmed = new TreeSet<String>();
        for (String path : paths) trimmed.add(withoutSlash(path));
        paths = Set.copyOf(trimmed);
    }

    /** A quoted name ends with a quote, a folder with a slash before it. */
    private static String withoutSlash(String path) {
        if (path.startsWith(QUOTE) && path.endsWith("/" + QUOTE))
            return path.substring(0, path.length() - 2);
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
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
        var whole = withoutSlash(path);
        if (names(whole)) return true;
        for (int slash = whole.lastIndexOf('/');
                slash > 0;
                slash = whole.lastIndexOf('/', slash - 1)) {
            if (names(whole.substring(0, slash))) return true;
        }
        return false;
    }

    /** Returns whether a file or folder is excluded by its path, or by a pattern of its name. */
    private boolean names(String path) {
        var name = path.substring(path.lastIndexOf('/') + 1);
        int dot = name.lastIndexOf('.');
        return paths.contains(path)
                || paths.contains(ANYWHERE + name)
                || dot >= 0 && paths.contains(ANYWHERE + "*" + name.substring(dot))
                || path.startsWith(QUOTE) && paths.contains(path.substring(1));
    }
}
