package dev.foldline.core.verdict;

/** Something that failed when a check ran. The same failure of two runs is equal. */
public sealed interface CheckFailure {

    /** The name of the command that failed. */
    String command();

    /** What the user reads. */
    String text();

    /** A test failed. */
    record Test(String command, String name) implements CheckFailure {
        @Override
        public String text() {
            return name;
        }
    }

    /**
     * The command failed and names no test.
     *
     * @param fingerprint equal for equal output
     */
    record Output(String command, String fingerprint) implements CheckFailure {
        @Override
        public String text() {
            return command;
        }
    }

    /** Tests failed that failed on the base too, but the command ended in another way. */
    record Ending(String command, String how) implements CheckFailure {
        @Override
        public String text() {
            return command + " (" + how + ", unlike on the base)";
        }
    }

    /** No test of a suite ran that ran on the base, and the command failed. */
    record Suite(String command, String name) implements CheckFailure {
        @Override
        public String text() {
            return name + " (did not run)";
        }
    }
}
