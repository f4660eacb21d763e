package dev.foldline.law;

import dev.foldline.arbitrary.TryCounts;

import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsCoverage;

import java.util.function.Consumer;

/** Requires that what a law is about occurs in its tries. */
public final class Occurrences {
    private Occurrences() {}

    /**
     * Notes whether it occurs in this try. Over all tries it must occur in at least this
     * percentage, unless there are fewer tries than in the default build.
     */
    public static void require(String what, boolean occurs, double percent) {
        var statistics = Statistics.label(what).collect(occurs);
        if (TryCounts.areUsual()) statistics.coverage(new AtLeast(percent));
    }

    /** Equal to the one of each other try, so that it is checked once. */
    private record AtLeast(double percent) implements Consumer<StatisticsCoverage> {
        @Override
        public void accept(StatisticsCoverage coverage) {
            coverage.check(true).percentage(reached -> reached >= percent);
        }
    }
}
