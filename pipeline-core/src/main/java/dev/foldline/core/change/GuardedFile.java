package dev.foldline.core.change;

import io.vavr.control.Option;

/**
 * A changed file that judges the change.
 *
 * @param path from the root of the repository
 * @param why why it is guarded, as the end of "because it ...": {@code is run by the check unit}
 * @param content id of its content now, with its mode; none if it is gone
 * @param patch id of the stored text of what changed in it
 */
public record GuardedFile(String path, String why, Option<String> content, Option<String> patch) {

    /** Returns whether the other is the same file with the same change of its content. */
    public boolean isSame(GuardedFile other) {
        return path.equals(other.path())
                && content.equals(other.content())
                && patch.equals(other.patch());
    }
}
