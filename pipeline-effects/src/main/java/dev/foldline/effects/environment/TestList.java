package dev.foldline.effects.environment;

import dev.foldline.effects.report.TestCase.Outcome;
import dev.foldline.effects.report.TestReport;

import io.vavr.collection.Vector;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** All tests of a run of a command, by label, as they are stored to be compared with. */
final class TestList {
    private static final int MISSING_MAX = 1_000;
    private static final String SEPARATOR = "\t";

    private final Map<String, Entry> entries;

    private record Entry(Outcome outcome, String suite) {
        boolean hasRun() {
            return outcome != Outcome.SKIPPED;
        }
    }

    private TestList(Map<String, Entry> entries) {
        this.entries = entries;
    }

    static TestList of(TestReport report) {
        var entries = new LinkedHashMap<String, Entry>();
        for (var each : report.cases())
            entries.put(each.label(), new Entry(each.outcome(), each.suite()));
        return new TestList(entries);
    }

    /** Reads a {@link #text}. */
    static TestList parse(String text) {
        var entries = new LinkedHashMap<String, Entry>();
        text.lines()
                .map(line -> line.split(SEPARATOR, 3))
                .filter(fields -> fields.length == 3)
                .forEach(
                        fields ->
                                entries.put(
                                        fields[2],
                                        new Entry(Outcome.valueOf(fields[0]), fields[1])));
        return new TestList(entries);
    }

    /** Returns a line for each test: its outcome, suite and label. */
    String text() {
        var text = new StringBuilder();
        entries.forEach(
                (label, entry) ->
                        text.append(entry.outcome())
                                .append(SEPARATOR)
                                .append(entry.suite())
                                .append(SEPARATOR)
                                .append(label)
                                .append('\n'));
        return text.toString();
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    boolean contains(String label) {
        return entries.containsKey(label);
    }

    /** Returns the tests that passed on the base and did not run now. */
    Vector<String> missing(TestList base) {
        return bounded(base.passedBeside(this));
    }

    /** Returns those of them whose suites ran. */
    Vector<String> missingFromSuites(TestList base) {
        var ran = suites();
        return bounded(base.passedBeside(this).filter(label -> ran.contains(base.suite(label))));
    }

    /** Returns the suites that ran on the base and of which no test ran now. */
    Vector<String> missingSuites(TestList base) {
        var ran = suites();
        return bounded(base.passedBeside(this).map(base::suite).distinct().reject(ran::contains));
    }

    private Vector<String> passedBeside(TestList now) {
        return Vector.ofAll(entries.entrySet())
                .filter(each -> each.getValue().outcome() == Outcome.PASSED)
                .map(Map.Entry::getKey)
                .reject(label -> now.hasRun(label));
    }

    private boolean hasRun(String label) {
        var entry = entries.get(label);
        return entry != null && entry.hasRun();
    }

    private String suite(String label) {
        var entry = entries.get(label);
        return entry == null ? "" : entry.suite();
    }

    private Set<String> suites() {
        var suites = new HashSet<String>();
        for (var each : entries.values()) if (each.hasRun()) suites.add(each.suite());
        return suites;
    }

    private static Vector<String> bounded(Vector<String> names) {
        return names.take(MISSING_MAX);
    }
}
