package dev.foldline.effects.fleet.temporal;

import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;

/** Where a run is. It ends with the run. */
@WorkflowInterface
public interface RunWorkflow extends MessageHandlers {

    /**
     * @param fleet the name of the fleet
     * @param run the run's id
     * @param kept what an earlier part or workflow of this run has left, as JSON; empty if there is
     *     none
     * @return what it leaves to a later workflow of this run, as JSON
     */
    @WorkflowMethod(name = FleetNames.RUN)
    String follow(String fleet, String run, String kept);
}
