package dev.foldline.core.verdict;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** What one command of a check said about the tree. */
public sealed interface CheckResult {

    /** The name of the command. */
    String command();

    /**
     * It succeeded, and its report, if it has one, names no failure.
     *
     * @param tests id of the list of all tests that ran; none without a report
     * @param removed tests that passed on the base and are missing, some of them if they are many
     */
    record Succeeded(String command, Option<String> tests, Vector<String> removed)
            implements CheckResult {

        /** A success without a report. */
        public Succeeded(String command) {
            this(command, Option.none(), Vector.empty());
        }
    }

    /**
     * Tests failed.
     *
     * @param how how the command ended, such as its exit code
     * @param failures names of the failed tests
     * @param added those of them that the base's report does not have
     * @param removed tests that passed on the base and are missing, though their suite ran
     * @param unrun suites of which tests passed on the base and none ran now
     * @param tests id of the list of all tests that ran; none without a report
     */
    record TestsFailed(
            String command,
            String how,
            Vector<String> failures,
            Vector<String> added,
            Vector<String> removed,
            Vector<String> unrun,
            Option<String> tests)
            implements CheckResult {

        /** Failures of tests that the base has, or of a command without reports. */
        public TestsFailed(String command, String how, Vector<String> failures) {
            this(
                    command,
                    how,
                    failures,
                    Vector.empty(),
                    Vector.empty(),
                    Vector.empty(),
                    Option.none());
        }
    }

    /**
     * It failed and names no test.
     *
     * @param fingerprint equal for equal output
     */
    record Unnamed(String command, String fingerprint) implements CheckResult {}

    /** It promises a report and wrote none that can be read, whatever its exit code. */
    record NoReport(String command, String reason) implements CheckResult {}

    /** Returns the same result without some failed tests. */
    default CheckResult without(Vector<CheckFailure> flakes) {
        return switch (this) {
            case Succeeded _, Unnamed _, NoReport _ -> this;
            case TestsFailed(
                            var name,
                            var how,
                            var failures,
                            var added,
                            var removed,
                            var unrun,
                            var tests) ->
                    new TestsFailed(
                            name,
                            how,
                            failures.reject(
                                    test -> flakes.contains(new CheckFailure.Test(name, test))),
                            added,
                            removed,
                            unrun,
                            tests);
        };
    }

    /** Returns the id of the list of all tests that ran. */
    default Option<String> listed() {
        return switch (this) {
            case Succeeded ended -> ended.tests();
            case TestsFailed ended -> ended.tests();
            case Unnamed _, NoReport _ -> Option.none();
        };
    }
}
