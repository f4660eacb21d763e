package dev.foldline.effects.git;

import java.util.Optional;

/**
 * The HEAD of a working tree.
 *
 * @param branch the short name of the branch that is checked out; none when HEAD is detached
 * @param commit the full hash of the commit
 */
public record Head(Optional<String> branch, String commit) {
    public boolean detached() {
        return branch.isEmpty();
    }
}
