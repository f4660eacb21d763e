package dev.foldline.core.decide;

/** How urgent a rule is; declared most urgent first. */
public enum Priority { ENDED, IN_FLIGHT, HELD, RECOVERY, RETRY, CONTINUATION, NORMAL, TRANSITION }
