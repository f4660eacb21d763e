package dev.foldline.app.config;

import dev.foldline.app.config.key.ConfigKey;
import dev.foldline.app.config.key.Doc;
import dev.foldline.app.config.key.Form;

import java.util.List;
import java.util.Optional;

/** What judges and tests the change of a run, and what follows if the change touches it. */
public record GuardKeys(
        @Doc(
                        "Patterns of files that judge a change, beside those that Foldline finds,"
                                + " as in ci/**; ** means any folders, * any part of one name.")
                @ConfigKey(form = Form.PATTERN, range = "0..100")
                List<String> paths,
        @Doc("Patterns of files with tests (default: those of common languages).")
                @ConfigKey(form = Form.PATTERN, range = "0..100")
                Optional<List<String>> tests,
        @Doc(
                        "If a run changes what judges it: gate (ask you before it completes, merges"
                            + " or opens its pull request), refuse (put the files back before each"
                            + " commit), report, or off. Unset, it is gate, or report for a pull"
                            + " request that people merge.")
                @ConfigKey
                Optional<OnChange> onChange,
        @Doc("Number of files that a run may change unasked.")
                @ConfigKey(range = "1..1000000", standard = "100")
                int filesMax,
        @Doc("Number of lines that a run may add and remove unasked.")
                @ConfigKey(range = "1..100000000", standard = "2000")
                int linesMax,
        @Doc(
                        "When the checks are run with the tests of the base on the new code, and"
                                + " with the new tests on the code of the base: auto (where tests"
                                + " changed), always, or off.")
                @ConfigKey(standard = "auto")
                Witness witness) {

    /** What follows from a change to what judges it. */
    public enum OnChange {
        GATE,
        REFUSE,
        REPORT,
        OFF
    }

    /** When tests are tried on other code. */
    public enum Witness {
        AUTO,
        ALWAYS,
        OFF
    }
}
