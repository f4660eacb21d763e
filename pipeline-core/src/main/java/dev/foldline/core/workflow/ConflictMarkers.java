package dev.foldline.core.workflow;

/**
 * The check that finds unresolved conflict markers in what changed since the last commit but one.
 */
public final class ConflictMarkers {
    private ConflictMarkers() {}

    public static final String CHECK = "unmarked";

    public static final CommandLine COMMAND =
            new CommandLine.Shell(
                    "! git diff --no-ext-diff --no-color HEAD^ | grep -nE '^[+](<<<<<<<|>>>>>>>)"
                            + " '");
}
