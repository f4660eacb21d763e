package dev.foldline.core.state;

/**
 * Something in a working tree that checks can see and no commit contains.
 *
 * @param name its path relative to the root, as git prints it; a folder ends with {@code /}, and
 *     {@code **}{@code /*.log} names all files of that kind; the commit of a stash
 */
public record LocalContent(Kind kind, String name) {

    /** The reason why no commit contains it. */
    public enum Kind {
        /** An ignore rule covers it. */
        IGNORED,
        /** Nothing was staged; commands that set up the tree made it. */
        UNTRACKED,
        /** A change inside a submodule. */
        SUBMODULE,
        /** A changed file that the index marks as assume-unchanged or skip-worktree. */
        UNWATCHED,
        /** Changes that were put aside with {@code git stash}. */
        STASH
    }

    /** Returns whether it has a path that can be kept out of a commit. */
    boolean isFile() {
        return switch (kind) {
            case IGNORED, UNTRACKED, UNWATCHED -> true;
            case SUBMODULE, STASH -> false;
        };
    }
}
