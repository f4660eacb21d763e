package dev.foldline.effects.report;

import java.util.Comparator;

/**
 * The result of a test.
 *
 * @param suite what the test belongs to, for example its class; may be empty
 */
public record TestCase(String suite, String name, Outcome outcome) {

    /** What a test resulted in. Of several results of a test, the first of these counts. */
    public enum Outcome {
        FAILED,
        PASSED,
        SKIPPED
    }

    static final String UNNAMED = "(no name)";

    private static final Comparator<TestCase> BY_PARTS =
            Comparator.comparing(TestCase::suite).thenComparing(TestCase::name);

    /** Returns the name that users see. It identifies the test. */
    public String label() {
        if (name.isEmpty()) return suite.isEmpty() ? UNNAMED : suite;
        return suite.isEmpty() || isNamedAfterSuite() ? name : suite + "." + name;
    }

    public boolean hasFailed() {
        return outcome == Outcome.FAILED;
    }

    /** Merges two results of the same test, in any order. */
    TestCase and(TestCase other) {
        var parts = BY_PARTS.compare(this, other) <= 0 ? this : other;
        var worst = outcome.compareTo(other.outcome) <= 0 ? outcome : other.outcome;
        return new TestCase(parts.suite, parts.name, worst);
    }

    private boolean isNamedAfterSuite() {
        return name.startsWith(suite)
                && (name.length() == suite.length()
                        || !Character.isLetterOrDigit(name.charAt(suite.length())));
    }
}
