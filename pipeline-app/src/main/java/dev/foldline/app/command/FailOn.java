package dev.foldline.app.command;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.core.summary.Completion;

import io.vavr.control.Option;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a run can be done that a script does not want. */
public enum FailOn {
    /** Nothing was committed or merged. */
    NO_COMMITS(Completion.NO_COMMITS),
    /** The change touches what judges it, which was only reported. */
    REPORT_ONLY(Completion.REPORT_ONLY);

    /** The description of the option. */
    public static final String DESCRIPTION =
            "Exit with 11 if the run is done in this way: no-commits (nothing was committed or"
                    + " merged), report-only (the change touches what judges it, and you were not"
                    + " asked).";

    private final Completion completion;

    FailOn(Completion completion) {
        this.completion = completion;
    }

    /** The word of the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * @param option leaves no end of one run to judge
     * @throws UserError if any is given
     */
    public static void refuseWith(List<FailOn> unwanted, String option) {
        if (unwanted.isEmpty()) return;
        var words = unwanted.stream().map(FailOn::toString).collect(Collectors.joining(","));
        throw new UserError(
                "--fail-on and "
                        + option
                        + " are mutually exclusive: --fail-on is about the end of one run",
                option,
                "when the run has ended: foldline status --fail-on " + words,
                ExitCode.USAGE);
    }

    /** Returns the exit code of a command about a run that is done in some way, or is not. */
    public static int exit(List<FailOn> unwanted, Option<Completion> done, int exit) {
        return exit == ExitCode.DONE.value()
                        && unwanted.stream().anyMatch(each -> done.contains(each.completion))
                ? ExitCode.UNWANTED.value()
                : exit;
    }
}
