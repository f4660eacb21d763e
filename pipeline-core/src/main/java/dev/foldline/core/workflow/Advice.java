package dev.foldline.core.workflow;

/**
 * The part of an advisor in a phase. An advisor is a role that chooses one of the labels that are
 * legal. No run waits for it, and none fails because of it.
 */
public sealed interface Advice {
    /** The artifact with the label that an advisor chooses, and its words. */
    String ARTIFACT = "instruction";

    /**
     * The phase's worker advises.
     *
     * @param standard the label that is followed if it gives no valid advice: the rules' own choice
     */
    record Given(String standard) implements Advice {}

    /**
     * Before the run halts because the phase has failed, an advisor is asked.
     *
     * @param phase a later phase of the same turn, whose worker advises
     */
    record Sought(String phase) implements Advice {}
}
