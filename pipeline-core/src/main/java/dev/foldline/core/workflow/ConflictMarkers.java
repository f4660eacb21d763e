package dev.foldline.core.workflow;

/**
 * The check that finds unresolved conflict markers in what changed since before the last merge that
 * has them, or since the last commit but one. It fails, too, if git does.
 */
public final class ConflictMarkers {
    private ConflictMarkers() {}

    public static final String CHECK = "unmarked";

    /** A line in the message of a merge that has conflict markers. */
    public static final String MERGE = "The next commit resolves the conflicts in:";

    public static final CommandLine COMMAND =
            new CommandLine.Shell(
                    "! { m=$(git rev-list -n 1 --first-parent --merges --fixed-strings --grep='"
                            + MERGE
                            + "' HEAD) && git diff --text --no-textconv --no-ext-diff --no-color"
                            + " \"${m:-HEAD}^1\" || echo '+<<<<<<< git failed'; }"
                            + " | LC_ALL=C grep -anE '^[+](<{7,}|>{7,}) '");
}
