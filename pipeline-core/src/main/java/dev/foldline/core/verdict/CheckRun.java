package dev.foldline.core.verdict;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * One run of a check on a tree.
 *
 * @param tree the tree it ran on
 * @param results what its commands said, in order, as far as they ran
 */
public record CheckRun(String tree, Vector<CheckResult> results) {

    /** Returns what a command said; none if it did not run. */
    public Option<CheckResult> result(String command) {
        return results.find(each -> each.command().equals(command));
    }

    /** Returns the same run without some failed tests. */
    public CheckRun without(Vector<CheckFailure> flakes) {
        return flakes.isEmpty()
                ? this
                : new CheckRun(tree, results.map(each -> each.without(flakes)));
    }

    /** Returns the first command without the report that it promises. */
    Option<CheckResult.NoReport> withoutReport() {
        return results.filter(CheckResult.NoReport.class::isInstance)
                .map(CheckResult.NoReport.class::cast)
                .headOption();
    }

    /** Returns the tests that are missing although their suites ran, or nothing failed. */
    public Vector<String> removed() {
        return results.flatMap(
                each ->
                        switch (each) {
                            case CheckResult.Succeeded ended -> ended.removed();
                            case CheckResult.TestsFailed ended -> ended.removed();
                            case CheckResult.Unnamed _, CheckResult.NoReport _ -> Vector.empty();
                        });
    }
}
