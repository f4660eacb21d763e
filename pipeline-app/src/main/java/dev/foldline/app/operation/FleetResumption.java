package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.CHANGED_RUN;
import static dev.foldline.app.operation.RunLifecycleCommands.RULES;
import static dev.foldline.app.operation.RunResumption.BUDGET;
import static dev.foldline.app.operation.RunResumption.FROM;

import dev.foldline.app.config.Settings;
import dev.foldline.app.fleet.FleetSubmission;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.SharedRuns;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;

/** Resumes a run on a worker of the fleet. */
final class FleetResumption {
    private FleetResumption() {}

    /** A run that a worker drives already stays where it is. */
    static OperationResult submit(OperationContext context, Input input, Workspace here)
            throws IOException, InterruptedException {
        var settings = context.configuration(Vector.empty()).settings();
        var share = settings.share();
        var from = input.find(FROM);
        var submission =
                from.isDefined()
                        ? FleetSubmission.on(from.get(), share, Vector.empty())
                        : FleetSubmission.of(share, Vector.empty());
        var shared =
                new SharedRuns(
                        context.checkout(),
                        context.environment(),
                        context.directory(),
                        submission.remote());
        for (var unpublished : unpublished(context, input, shared))
            return publish(input, here, settings, submission, unpublished);
        var run = shared.placeable(input.get(CHANGED_RUN));
        if (input.get(BUDGET).nonEmpty()) raise(context, submission.remote(), run, input, settings);
        submission.submit(here, context.directory(), run);
        return OperationResult.of(submission.document(run), _ -> submission.text(run));
    }

    /** Returns a run of this clone whose first publication did not arrive. */
    private static Option<RunDirectory> unpublished(
            OperationContext context, Input input, SharedRuns shared) throws IOException {
        if (!RunId.isRunId(input.get(CHANGED_RUN))) return Option.none();
        var run = context.runs().directory(new RunId(input.get(CHANGED_RUN)));
        return Files.exists(run.events())
                        && ShareRecord.of(run).isDefined()
                        && !shared.isPublished(run.id().text())
                ? Option.of(run)
                : Option.none();
    }

    private static OperationResult publish(
            Input input,
            Workspace here,
            Settings settings,
            FleetSubmission submission,
            RunDirectory run)
            throws IOException, InterruptedException {
        var started = RunLauncher.resume(here, run, input.get(RULES), RunResumption::refuseEnded);
        try {
            submission.submit(here, started, settings);
        } finally {
            if (started.workspace() != here) started.workspace().close();
        }
        return OperationResult.of(
                submission.document(run.id().text()), _ -> submission.text(run.id().text()));
    }

    private static void raise(
            OperationContext context, String remote, String run, Input input, Settings settings)
            throws IOException, InterruptedException {
        var shared = new SharedCommands(context, remote);
        var copy = shared.copy(run);
        shared.send(
                copy,
                BudgetIncrease.raised(
                        RunHistory.open(copy).latest().state(),
                        input.get(BUDGET).asJava(),
                        agent -> WorkflowFactory.cost(settings.team(), agent)),
                "");
    }
}
