package dev.foldline.effects.git;

import java.util.List;

/** How much differs between two trees, file by file; renames count as a removal and an addition. */
public record DiffStat(List<FileChange> files) {
    public DiffStat {
        files = List.copyOf(files);
    }

    public long linesAdded() {
        return files.stream().mapToLong(FileChange::linesAdded).sum();
    }

    public long linesRemoved() {
        return files.stream().mapToLong(FileChange::linesRemoved).sum();
    }

    /** One file of a difference; a binary one counts no lines. */
    public record FileChange(String path, long linesAdded, long linesRemoved, boolean binary) {}

    /**
     * A difference as text, the way {@code git diff} prints it.
     *
     * @param cut whether the text ends early, at the limit that was asked for
     */
    public record DiffText(String text, boolean cut) {}
}
