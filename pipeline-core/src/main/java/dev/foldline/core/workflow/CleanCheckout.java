package dev.foldline.core.workflow;

import io.vavr.collection.Vector;

/**
 * How a checkout is made that has what a commit would contain, and what every new working tree of
 * the run gets.
 *
 * @param copied untracked files to copy if they exist where the run is started: paths from the root
 * @param setup commands that set up a new working tree
 */
public record CleanCheckout(Vector<String> copied, Vector<CommandLine> setup) {
    /** The name of the check that sets up a new working tree. */
    public static final String CHECK = "setup";
}
