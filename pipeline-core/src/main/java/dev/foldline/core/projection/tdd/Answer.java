package dev.foldline.core.projection.tdd;

/**
 * What a worker's call is answered with.
 *
 * @param out what it asked for; empty if it gets none
 * @param error why it gets none; empty if it does
 */
public record Answer(String out, String error, End end) {

    /** How a call ends. */
    public enum End {
        /** An instruction, or that something was done. */
        DELIVERED,
        /** The submission was refused, or did not do what it should. */
        REFUSED,
        /** The tool is not unlocked yet. */
        LOCKED,
        /** A person is called for help. */
        ESCALATED,
        /** Nothing goes on before a person has looked. */
        HALTED
    }

    static Answer told(String out) { return new Answer(out, "", End.DELIVERED); }

    static Answer refused(String error) { return new Answer("", error, End.REFUSED); }

    static Answer halted(Told told) { return new Answer("", Instructions.next(told), End.HALTED); }
}
