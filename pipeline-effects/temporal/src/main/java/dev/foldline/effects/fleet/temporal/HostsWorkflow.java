package dev.foldline.effects.fleet.temporal;

import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** The table of hosts of a fleet. It never ends. */
@WorkflowInterface
public interface HostsWorkflow extends MessageHandlers {

    /**
     * @param fleet the name of the fleet
     * @param kept what an earlier part of this workflow has left, as JSON; empty if there is none
     */
    @WorkflowMethod(name = FleetNames.HOSTS)
    void place(String fleet, String kept);
}
