package dev.foldline.app.report;

import dev.foldline.core.state.FailureSeries;
import dev.foldline.core.state.Findings;
import dev.foldline.core.state.Findings.Evidence;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** How often something has failed in the same way, and how often it may, for the user. */
final class FailureCounts {
    private FailureCounts() {}

    /** Returns a line for each failure that is counted now. */
    static Vector<String> lines(Findings findings) {
        return findings.checks()
                .toVector()
                .flatMap(
                        each ->
                                each._2() instanceof Evidence.Failed(_, var times)
                                        ? Option.of(
                                                "the check "
                                                        + each._1()
                                                        + counted(times, Findings.SAME_OUTPUT_MAX)
                                                        + " with the same output")
                                        : Option.<String>none())
                .appendAll(findings.series().map(FailureCounts::line));
    }

    private static String line(FailureSeries series) {
        return series.agent().map(agent -> "the agent " + agent).getOrElse("the step")
                + counted(series.times() - series.recoveredAfter(), FailureSeries.TIMES_MAX)
                + " in the same way"
                + (series.isRecovered() ? ", after a recovery" : "");
    }

    private static String counted(int times, int max) {
        return " has failed " + times + (times <= max ? " of " + max : "") + " times";
    }
}
