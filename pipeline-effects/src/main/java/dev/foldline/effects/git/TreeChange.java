package dev.foldline.effects.git;

import io.vavr.control.Option;

/** A path at which two trees differ. */
public record TreeChange(String path, Option<TreeEntry> before, Option<TreeEntry> after) {
    public boolean isAdded() {
        return before.isEmpty();
    }

    public boolean isRemoved() {
        return after.isEmpty();
    }
}
