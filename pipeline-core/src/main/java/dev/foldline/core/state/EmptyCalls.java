package dev.foldline.core.state;

/**
 * Calls in a row in which an agent changed and submitted nothing that counts.
 *
 * @param lastWords what the agent said at the end of the last one
 */
public record EmptyCalls(String role, String agent, int calls, String lastWords) {
    /** Number of empty calls in a row after which an agent makes no progress. */
    public static final int CALLS_MAX = 2;

    /** Returns whether these are calls of this agent in this role. */
    public boolean isOf(String otherRole, String otherAgent) {
        return role.equals(otherRole) && agent.equals(otherAgent);
    }

    public boolean isNoProgress() {
        return calls >= CALLS_MAX;
    }
}
