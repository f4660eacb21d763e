package dev.foldline.effects.fleet;

import io.vavr.collection.Vector;

/**
 * The refs of a run in a shared repository.
 *
 * @param run the run's id
 */
record SharedRefs(String run) {
    static final String LEASES = "refs/foldline/leases/";

    /** Names the fleet of this repository: its object is the same for every clone. */
    static final String FLEET = "refs/foldline/fleet";

    /** Commands to runs that no driver has answered, below the run's id. */
    static final String INBOX = "refs/foldline/inbox/";

    /** Answers that no sender has fetched, below the run's id. */
    static final String ANSWERS = "refs/foldline/answers/";

    /** Returns whether what the refs of a pattern name is at most a few files. */
    static boolean isSmall(String pattern) {
        return Vector.of(LEASES, FLEET, INBOX, ANSWERS).exists(pattern::startsWith);
    }

    /** Returns patterns of all refs of the run. */
    Vector<String> all() {
        return Vector.of(lease(), log(), work(), message("*"), answer("*"));
    }

    String message(String name) {
        return INBOX + run + "/" + name;
    }

    String answer(String name) {
        return ANSWERS + run + "/" + name;
    }

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
