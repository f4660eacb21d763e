package dev.foldline.core.workflow;

import io.vavr.control.Option;

/**
 * How the result of a command is read, and what its failures mean.
 *
 * @param report reports of the tests, as a pattern of paths from the root; none if it writes none
 * @param failures a regular expression for lines of the output that name a failed test, by its
 *     first group; none without one
 * @param rerunsMax how many more runs on the same tree a failure gets before it counts: 0 or 1
 * @param onKnown what follows if it fails before any change
 */
public record CheckForm(
        Option<String> report, Option<String> failures, int rerunsMax, OnKnown onKnown) {

    /** What follows from failures before any change. */
    public enum OnKnown {
        /** Commits are allowed as long as nothing else fails. */
        ALLOW,
        /** The run halts before the first call. */
        HALT
    }

    /** A command that names no failures, runs once more, and must pass before any change. */
    public static final CheckForm PLAIN =
            new CheckForm(Option.none(), Option.none(), 1, OnKnown.HALT);

    /** Returns the form of a check whose failures before any change stop no commit. */
    public CheckForm allowingKnown() {
        return new CheckForm(report, failures, rerunsMax, OnKnown.ALLOW);
    }

    /** Returns whether failures have names. */
    public boolean isNamed() {
        return report.isDefined() || failures.isDefined();
    }
}
