package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.PlacementForms;

/**
 * What the workflows of a fleet are called. The names contain the version of the rules: workers of
 * two versions share no workflow, since each repeats what the other has decided.
 *
 * @param fleet the name of the fleet, without dots
 */
record FleetNames(String fleet) {
    static final String HOSTS = "foldline-hosts-" + PlacementForms.VERSION;
    static final String RUN = "foldline-run-" + PlacementForms.VERSION;

    private static final String QUEUE = "foldline-" + PlacementForms.VERSION + ".";

    /** Returns the task queue of the fleet's workers. */
    String queue() {
        return QUEUE + fleet;
    }

    /** Returns the id of the workflow with the table of hosts. */
    String hosts() {
        return HOSTS + "." + fleet;
    }

    /** Returns the id of the workflow of a run. */
    String run(String run) {
        return RUN + "." + fleet + "." + run;
    }
}
