package dev.foldline.app.workflow;

import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.ChildRuns;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSession;
import dev.foldline.core.PipelineState;
import dev.foldline.effects.store.RunId;

import java.time.Duration;
import java.util.function.BiFunction;

/**
 * Creates the sessions of a run and of its child runs, at any depth. A run with children is driven
 * beside them.
 *
 * @param permits the permits that the agents of all these runs wait for
 * @param poll the longest time between two checks for new commits
 * @param alone creates the session of one run without child runs
 */
record RunSessions(
        Workspace here,
        AgentPermits permits,
        int terminalsMax,
        Duration poll,
        BiFunction<DriverOptions, RunObserver, RunSession> alone) {

    /** Creates the session of a run, with its child runs if its workflow has any. */
    RunSession of(PipelineState run, DriverOptions options, RunObserver view) {
        return run.workflow().children().isEmpty()
                ? alone.apply(options, view)
                : supervising(new RunId(run.header().run()), options, view);
    }

    /**
     * Creates the session of a run with child runs. Its children have permits of their own, so that
     * its gate holds only them.
     */
    private RunSession supervising(RunId run, DriverOptions options, RunObserver view) {
        return supervising(run, options, permits.of(run, terminalsMax), options.waits(), view);
    }

    /** The same, whose own agents wait for the permits of its children. */
    RunSession supervising(RunId run, boolean waits, RunObserver view) {
        var share = permits.of(run, terminalsMax);
        return supervising(run, new DriverOptions(waits, share), share, waits, view);
    }

    private RunSession supervising(
            RunId run,
            DriverOptions options,
            AgentPermits.Share share,
            boolean waits,
            RunObserver view) {
        return alone.apply(options, view)
                .beside(children(run, share, new DriverOptions(waits, share), view));
    }

    private ChildRuns children(
            RunId run, AgentPermits.Share share, DriverOptions options, RunObserver view) {
        BiFunction<Started, RunObserver, RunSession> sessions =
                (child, watched) -> of(state(child), options, watched);
        return TaskPlacement.of(here.runs().directory(run))
                .<ChildRuns>map(fleet -> new PlacedChildRuns(here, run, fleet, sessions, view))
                .getOrElse(() -> new ChildRunSupervisor(here, run, share, sessions, view, poll));
    }

    private static PipelineState state(Started child) {
        return child.log().state();
    }
}
