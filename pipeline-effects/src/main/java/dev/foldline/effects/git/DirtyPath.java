package dev.foldline.effects.git;

/**
 * One path whose content is not what the last commit says.
 *
 * @param path relative to the root, with {@code /}; a name that is not UTF-8, or begins with a double quote, is
 *             written the way git quotes names: {@code "caf\351"}. A nested repository ends with {@code /}.
 * @param change what happened to it
 * @param code git's two letters: the index against HEAD, the file against the index ({@code .} for the same)
 */
public record DirtyPath(String path, Change change, String code) {

    /** What happened to a path, the file on disk counting for more than the index. */
    public enum Change { ADDED, MODIFIED, DELETED, UNMERGED, UNTRACKED }
}
