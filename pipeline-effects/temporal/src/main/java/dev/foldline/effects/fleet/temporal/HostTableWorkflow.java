package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.HostTable;
import dev.foldline.effects.fleet.engine.Message;
import dev.foldline.effects.fleet.engine.PlacementForms;
import dev.foldline.effects.fleet.engine.PlacementStep;
import dev.foldline.effects.fleet.engine.PlacementStep.Send;
import dev.foldline.effects.fleet.engine.PlacementStep.ToHosts;

import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInit;
import io.vavr.control.Option;

/** The table of hosts, kept by a workflow. */
public final class HostTableWorkflow extends PlacementWorkflow<HostTable, Message.ToHosts>
        implements HostsWorkflow {
    private final String fleet;

    /** Receives what {@link #place} does, before the first message. */
    @WorkflowInit
    public HostTableWorkflow(String fleet, String kept) {
        super(fleet, kept, HostTable.EMPTY, PlacementForms.HOST_TABLE, PlacementForms.TO_HOSTS);
        this.fleet = fleet;
    }

    @Override
    public void place(String itsFleet, String kept) {
        run();
    }

    @Override
    PlacementStep<HostTable> step(HostTable before, Message.ToHosts message) {
        return before.receive(message);
    }

    @Override
    Option<Message.ToHosts> toItself(Send send) {
        return send instanceof ToHosts(var message, _) ? Option.of(message) : Option.none();
    }

    @Override
    boolean isEnd(HostTable reached) {
        return false;
    }

    @Override
    void continueAsNew(String kept) {
        Workflow.continueAsNew(fleet, kept);
    }
}
