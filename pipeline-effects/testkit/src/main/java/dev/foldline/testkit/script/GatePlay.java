package dev.foldline.testkit.script;

/** The user's answer to an open gate. Created by {@link Plays}. */
public record GatePlay(Answer answer, String feedback) {

    /** The kinds of answer. */
    public enum Answer {
        APPROVE,
        REJECT,
        NONE
    }
}
