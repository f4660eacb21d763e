package dev.foldline.core.projection.tdd;

/**
 * The response to an external agent's call.
 *
 * @param out the response text; empty on an error
 * @param error the error message; empty on success
 */
public record CallResponse(String out, String error, End end) {

    /** Result of a call. */
    public enum End {
        /** An instruction, or a confirmation. */
        DELIVERED,
        /** The plan has no pull request left; the agent may stop. */
        NOTHING_LEFT,
        /** The submission was rejected, or did not succeed. */
        REFUSED,
        /** The tool is still locked. */
        LOCKED,
        /** The user is asked for help. */
        ESCALATED,
        /** The run needs the user's attention before it can continue. */
        HALTED
    }

    static CallResponse delivered(String out) {
        return new CallResponse(out, "", End.DELIVERED);
    }

    /** The response when the plan has no pull request left. */
    public static CallResponse nothingLeft() {
        return new CallResponse(
                "Nothing is left to do in the plan. You may stop.", "", End.NOTHING_LEFT);
    }

    static CallResponse refusal(String error) {
        return new CallResponse("", error, End.REFUSED);
    }

    static CallResponse halted(TddView reported) {
        return new CallResponse("", Instructions.next(reported), End.HALTED);
    }
}
