package dev.foldline.core.state;

import io.vavr.control.Option;

/**
 * The position of a run in a series that works through a plan: one run for each pull request, each
 * started when the run before it has completed.
 *
 * @param number from 1
 * @param previous id of the run before it; none for the first run
 * @param runsMax maximum number of runs; none if only the plan and the budget limit them
 */
public record RunSeries(int number, Option<String> previous, Option<Long> runsMax) {

    public static RunSeries first(Option<Long> runsMax) {
        return new RunSeries(1, Option.none(), runsMax);
    }

    /** Returns the position of the run that follows this run. */
    public RunSeries after(String run) {
        return new RunSeries(number + 1, Option.of(run), runsMax);
    }

    /** Returns whether no run follows, even if the plan has unfinished items. */
    public boolean isLast() {
        return runsMax.exists(max -> number >= max);
    }
}
