package dev.foldline.app.run;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.SeriesPosition;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.agent.AgentRegistry;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;

/**
 * Starts the next run of a series. Its id follows from the run before it, and only the holder of
 * the working tree's lock creates it: no crash and no second driver starts a run twice.
 */
public final class RunSuccessor {
    private RunSuccessor() {}

    /**
     * Creates the next run in the same working tree; does not drive it.
     *
     * @return none if it has started already
     * @throws UserError if something is not as it must be; then nothing was changed
     */
    public static Option<Started> begin(
            Workspace place, SeriesPosition position, AgentRegistry agents) throws IOException {
        var tree = WorktreeLock.take(place);
        Option<Started> started = Option.none();
        try {
            var state = RunHistory.open(position.run()).latest().state();
            if (position.isDue(state))
                started = Option.of(begin(place, position, agents, state, tree));
            return started;
        } finally {
            if (started.isEmpty()) tree.close();
        }
    }

    private static Started begin(
            Workspace place,
            SeriesPosition position,
            AgentRegistry agents,
            PipelineState before,
            WorktreeLock tree)
            throws IOException {
        var workflow = workflow(before);
        Preflight.successor(place, position.run().id(), workflow, agents);
        var next = position.successor();
        place.runs().make(next);
        RunLocation.remember(next, place, place);
        return new Started(
                RunLog.create(
                        next,
                        place.runs().redaction(),
                        new RunStarted(
                                        next.id().text(),
                                        workflow,
                                        before.header().task(),
                                        Pipeline.RULES_VERSION,
                                        Instant.now())
                                .inSeries(
                                        Option.of(
                                                position.series()
                                                        .after(position.run().id().text())))),
                place,
                tree);
    }

    /** Returns the workflow of the run before, with what that run has left of its budget. */
    private static Workflow workflow(PipelineState before) {
        return before.workflow()
                .with(
                        before.policy()
                                .withBudget(before.usage().remaining())
                                .withPhases(before.usage().remainingByPhase()));
    }
}
