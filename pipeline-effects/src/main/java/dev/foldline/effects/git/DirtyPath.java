package dev.foldline.effects.git;

/**
 * A path whose content differs from the last commit.
 *
 * @param path relative to the root, with {@code /}; a name that is not UTF-8, or starts with a
 *     double quote, is quoted as git does: {@code "caf\351"}. A nested repository ends with {@code
 *     /}.
 * @param change the kind of change
 * @param code git's two letters: the index against HEAD, the file against the index ({@code .} for
 *     the same)
 */
public record DirtyPath(String path, Change change, String code) {

    /** The change of a path. The file on disk outranks the index. */
    public enum Change {
        ADDED,
        MODIFIED,
        DELETED,
        UNMERGED,
        UNTRACKED
    }
}
