package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.Message;
import dev.foldline.effects.fleet.engine.PlacedRun;
import dev.foldline.effects.fleet.engine.PlacementForms;
import dev.foldline.effects.fleet.engine.PlacementStep;
import dev.foldline.effects.fleet.engine.PlacementStep.Send;
import dev.foldline.effects.fleet.engine.PlacementStep.ToRun;

import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import io.vavr.control.Option;

/** A run, kept by a workflow. */
public final class PlacedRunWorkflow extends PlacementWorkflow<PlacedRun, Message.ToRun>
        implements RunWorkflow {
    private final String fleet;
    private final String id;

    /** Receives what {@link #follow} does, before the first message. */
    @WorkflowInit
    public PlacedRunWorkflow(String fleet, String run, String kept) {
        super(
                fleet,
                kept,
                PlacedRun.unknown(run),
                PlacementForms.PLACED_RUN,
                PlacementForms.TO_RUN);
        this.fleet = fleet;
        this.id = run;
    }

    @Override
    public String follow(String itsFleet, String run, String kept) {
        return run();
    }

    @Override
    PlacementStep<PlacedRun> step(PlacedRun before, Message.ToRun message) {
        return before.receive(message);
    }

    @Override
    Option<Message.ToRun> toItself(Send send) {
        return send instanceof ToRun(var run, var message, _) && run.equals(id)
                ? Option.of(message)
                : Option.none();
    }

    @Override
    boolean isEnd(PlacedRun reached) {
        return reached.status() == PlacedRun.Status.ENDED;
    }

    @Override
    void continueAsNew(String kept) {
        Workflow.continueAsNew(fleet, id, kept);
    }
}
