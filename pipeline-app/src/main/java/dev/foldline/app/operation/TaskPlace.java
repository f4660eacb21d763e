package dev.foldline.app.operation;

import dev.foldline.app.config.ShareKeys;
import dev.foldline.app.fleet.FleetSubmission;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.SharedRuns;
import dev.foldline.app.workflow.WorkflowTakeover;
import dev.foldline.app.workflow.TaskPlacement;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;

/** Where the tasks of a workflow are driven, as the user chooses it. */
final class TaskPlace {
    private static final String HERE = "here";
    private static final String FLEET = "fleet";

    static final Field<String> ON =
            Field.choice(
                            "on",
                            "where its tasks are driven: here (default), or by workers of the"
                                    + " fleet; they are merged here",
                            HERE,
                            FLEET)
                    .withFallback(HERE)
                    .asFlag("PLACE", "--on")
                    .onCommandLineOnly();
    static final Field<Vector<String>> LABELS =
            Field.texts("label", "with a fleet: a label that the workers must have (repeatable)")
                    .withFallback(Vector.empty())
                    .asFlag("LABEL", "--label")
                    .onCommandLineOnly();

    private TaskPlace() {}

    /** Returns the chosen fleet; none if the tasks are driven here. */
    static Option<TaskPlacement> of(
            OperationContext context, Input input, Workspace here, ShareKeys share)
            throws IOException {
        if (!input.get(ON).equals(FLEET)) return Option.none();
        var fleet = FleetSubmission.of(share, input.get(LABELS));
        return Option.of(placement(shared(context, here.root(), fleet.remote()), fleet, share));
    }

    /** Takes a workflow whose tasks a fleet drives from the clone that drove it. */
    static RunDirectory taken(OperationContext context, Input input, Workspace here, String remote)
            throws IOException {
        var shared = shared(context, context.directory(), remote);
        var share = context.configuration(Vector.empty()).settings().share();
        var fleet = FleetSubmission.on(remote, share, input.get(LABELS));
        return WorkflowTakeover.take(
                here,
                input.get(WorkflowReads.ID),
                placement(shared, fleet, share),
                input.get(RunResumption.TAKE_OVER));
    }

    private static SharedRuns shared(OperationContext context, Path folder, String remote)
            throws IOException {
        return new SharedRuns(context.checkout(), context.environment(), folder, remote);
    }

    private static TaskPlacement placement(
            SharedRuns shared, FleetSubmission fleet, ShareKeys share) {
        return TaskPlacement.of(shared.remote(), fleet.engine(), fleet.labels(), share);
    }
}
