package dev.foldline.effects.machine;

import org.junit.jupiter.api.Assumptions;

/**
 * What a test needs of the machine it runs on. Where the machine has it not, the test is skipped
 * and says so, never passed over in silence.
 */
public final class MachineRequirement {
    private MachineRequirement() {}

    /**
     * @param need what is missing, and what to do about it
     */
    public static void demand(boolean met, String need) {
        if (!met) missing(need);
    }

    /** The same, once it is known to be missing. */
    public static <T> T missing(String need) {
        System.err.println("SKIPPED: a test needs " + need);
        return Assumptions.abort("needs " + need);
    }
}
