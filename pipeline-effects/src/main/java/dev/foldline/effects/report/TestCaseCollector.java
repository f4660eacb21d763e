package dev.foldline.effects.report;

import io.vavr.collection.Vector;

import java.util.TreeMap;

/**
 * Collects results of tests in bounded memory. If there are too many tests, those that failed are
 * kept first, then the first by label, so the order in which they are listed changes nothing.
 */
final class TestCaseCollector {
    static final int CASES_MAX = 200_000;
    static final long NAME_CHARS_MAX = 30_000_000;

    /** The names have too many characters together. */
    static final class TooManyNames extends Exception {
        private static final long serialVersionUID = 1;

        private TooManyNames() {
            super("the names of tests have more than %,d characters".formatted(NAME_CHARS_MAX));
        }
    }

    private final int casesMax;
    private final TreeMap<String, TestCase> failed = new TreeMap<>();
    private final TreeMap<String, TestCase> others = new TreeMap<>();
    private long listed;
    private long chars;
    private boolean isCut;

    TestCaseCollector() {
        this(CASES_MAX);
    }

    TestCaseCollector(int casesMax) {
        this.casesMax = casesMax;
    }

    void add(TestCase each) throws TooManyNames {
        var label = each.label();
        listed++;
        chars += label.length();
        if (chars > NAME_CHARS_MAX) throw new TooManyNames();
        if (isBeyond(each, label)) return;
        var known = failed.containsKey(label) ? failed.remove(label) : others.remove(label);
        var merged = known == null ? each : known.and(each);
        (merged.hasFailed() ? failed : others).put(label, merged);
        if (failed.size() + others.size() > casesMax) removeLast();
    }

    TestReport report() {
        var kept = Vector.ofAll(failed.values()).appendAll(others.values());
        return new TestReport(kept, isCut ? listed - kept.size() : 0);
    }

    /** Whether the result would be removed at once. */
    private boolean isBeyond(TestCase each, String label) {
        return isCut
                && !each.hasFailed()
                && !failed.containsKey(label)
                && (others.isEmpty() || label.compareTo(others.lastKey()) > 0);
    }

    private void removeLast() {
        isCut = true;
        (others.isEmpty() ? failed : others).pollLastEntry();
    }
}
