package dev.foldline.core.reduce;

/** Where the cursor moves. */
public sealed interface Destination {

    /** A place relative to the cursor. */
    enum Place implements Destination {
        /** The cursor itself. */
        CURSOR,
        /** The cursor itself; a phase before which the user asked for a pause pauses the run. */
        PAUSE_POINT,
        /** The next step, or the end of the phase. */
        NEXT_STEP,
        /** Past the clean step of the segment, if the cursor is there. */
        PAST_CLEAN,
        /** The gate of the phase, or else what follows the phase. */
        PHASE_END,
        /** What follows the phase. */
        NEXT_PHASE,
        /** Into the phase that the cursor is before, with fresh limits. */
        INTO_PHASE,
        /** Before the phase. */
        BEFORE_PHASE,
        /** The first step of the phase, as a new execution with the remaining limits. */
        FIRST_STEP,
        /** The start of the current segment. */
        SEGMENT
    }

    /** A step of the phase; the first is 0. */
    record StepOf(int step) implements Destination {}

    /** A phase of the same turn, whatever its entry condition. */
    record PhaseOf(String id) implements Destination {}

    /** The first phase that is entered in this turn or after it; the first turn is 0. */
    record TurnOf(int stage, int turn) implements Destination {}
}
