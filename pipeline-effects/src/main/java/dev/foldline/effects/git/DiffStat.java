package dev.foldline.effects.git;

import java.util.List;

/**
 * The number of changed lines between two trees, by file. A rename counts as a removal and an
 * addition.
 */
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

    /** A changed file; a binary file has no line counts. */
    public record FileChange(String path, long linesAdded, long linesRemoved, boolean binary) {}

    /**
     * A difference as text, as {@code git diff} prints it.
     *
     * @param cut whether the text was cut at the requested limit
     */
    public record DiffText(String text, boolean cut) {}
}
