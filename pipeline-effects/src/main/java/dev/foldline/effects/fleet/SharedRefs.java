package dev.foldline.effects.fleet;

/**
 * The refs of a run in a shared repository.
 *
 * @param run the run's id
 */
record SharedRefs(String run) {
    static final String LEASES = "refs/foldline/leases/";

    /** Names the fleet of this repository: its object is the same for every clone. */
    static final String FLEET = "refs/foldline/fleet";

    String lease() {
        return LEASES + run;
    }

    String log() {
        return "refs/foldline/logs/" + run;
    }

    String work() {
        return "refs/foldline/work/" + run;
    }
}
