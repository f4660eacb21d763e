package dev.foldline.effects.sim.play;

/** The user's answer to an open gate. Created by {@link Plays}. */
public record GatePlay(Answer answer, String feedback) {

    /** The kinds of answer. */
    public enum Answer {
        APPROVE,
        REJECT,
        NONE
    }
}
