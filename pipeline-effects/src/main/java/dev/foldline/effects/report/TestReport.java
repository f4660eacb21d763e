package dev.foldline.effects.report;

import io.vavr.collection.Vector;

import java.util.TreeMap;

/**
 * The results of all tests of a check, one for each label, sorted by label. A test that is listed
 * several times failed if any of its listings did; the order in which tests were listed changes
 * nothing.
 *
 * @param casesLeftOut how many more results were listed than are kept, if there were too many
 */
public record TestReport(Vector<TestCase> cases, long casesLeftOut) {

    public TestReport {
        var byLabel = new TreeMap<String, TestCase>();
        for (var each : cases) byLabel.merge(each.label(), each, TestCase::and);
        cases = Vector.ofAll(byLabel.values());
    }

    public static TestReport of(Iterable<TestCase> cases) {
        return new TestReport(Vector.ofAll(cases), 0);
    }

    public Vector<TestCase> failures() {
        return cases.filter(TestCase::hasFailed);
    }
}
