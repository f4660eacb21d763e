package dev.foldline.app.pull;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.SeriesPosition;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSuccessor;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.state.RunSeries;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.Optional;

/** The runs that work through a plan, one pull request after the other. */
public final class PlanSeries {
    private PlanSeries() {}

    /**
     * Returns the position of the first run, if a series is asked for.
     *
     * @param repeats whether the plan is worked through
     * @param pullRequestsMax maximum number of pull requests
     * @throws UserError if the workflow cannot be repeated, or the maximum is of no use
     */
    public static Optional<RunSeries> first(
            Configuration configuration, boolean repeats, Optional<Long> pullRequestsMax) {
        if (!repeats && pullRequestsMax.isEmpty()) return Optional.empty();
        if (!repeats)
            throw new UserError(
                    "--max-pull-requests limits a repetition",
                    "--max-pull-requests " + pullRequestsMax.get(),
                    "add --repeat",
                    ExitCode.USAGE);
        var workflow = configuration.settings().course().workflow();
        if (!workflow.equals(Tdd.NAME))
            throw new UserError(
                    "workflow " + workflow + " cannot be repeated",
                    "--repeat",
                    "foldline run --workflow " + Tdd.NAME + " --repeat -f PLAN.md",
                    ExitCode.USAGE);
        if (pullRequestsMax.filter(max -> max < 1).isPresent())
            throw new UserError(
                    "the maximum number of pull requests must be at least 1",
                    "--max-pull-requests " + pullRequestsMax.get(),
                    "leave it out to work until nothing is left",
                    ExitCode.USAGE);
        return Optional.of(RunSeries.first(Option.ofOptional(pullRequestsMax)));
    }

    /**
     * Creates the run that follows this one, in the same working tree; does not drive it.
     *
     * @return none if nothing follows now: the run is not in a series, has not completed, is the
     *     last, or the next run has started already
     * @throws UserError if the next run is refused; then nothing was changed
     */
    public static Option<Started> next(Workspace here, RunDirectory run, Settings settings)
            throws IOException {
        var position = SeriesPosition.of(run);
        if (position.isEmpty() || !position.get().isDue(RunHistory.open(run).latest().state()))
            return Option.none();
        var place = RunLauncher.placeOf(here, run);
        Option<Started> started = Option.none();
        try {
            refusePulled(place);
            started = RunSuccessor.begin(place, position.get(), WorkflowFactory.agents(settings));
            return started;
        } finally {
            if (started.isEmpty() && place != here) place.close();
        }
    }

    private static void refusePulled(Workspace place) throws IOException {
        for (var going : new PulledRuns(place, RunObserver.NONE).active().stream().toList())
            throw new UserError(
                    "an agent that pulls its work is on a pull request here, run "
                            + going.directory().id(),
                    place.root().toString(),
                    "foldline task get; to give it up: foldline reset",
                    ExitCode.FAILED);
    }
}
