package dev.foldline.core.decide;

/** Priority of a rule, in descending order of urgency. */
public enum Priority {
    ENDED,
    IN_FLIGHT,
    HELD,
    RECOVERY,
    RETRY,
    CONTINUATION,
    NORMAL,
    TRANSITION
}
