package dev.foldline.effects.sim.play;

/** What a person does when a gate opens. Made by {@link Plays}. */
public record GatePlay(Answer answer, String feedback) {

    /** The kinds of answer. */
    public enum Answer { APPROVE, REJECT, NONE }
}
