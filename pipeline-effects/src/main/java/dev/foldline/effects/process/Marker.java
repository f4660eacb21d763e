package dev.foldline.effects.process;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What says, in a process's environment, for which run and ticket it works. Children inherit it, so it finds those that left their
 * session.
 */
public record Marker(String run, long ticket) {
    public static final String RUN = "FOLDLINE_RUN";
    public static final String TICKET = "FOLDLINE_TICKET";

    /** With it, the marker holds in this session only. */
    static final String SESSION = "FOLDLINE_SESSION";

    /** Tickets count from 1; what looks and tidies up belongs to none of them. */
    private static final long NO_TICKET = 0;

    /** The two variables. */
    public Map<String, String> variables() {
        return Map.of(RUN, run, TICKET, Long.toString(ticket));
    }

    /**
     * For a tool of the user's that we call, such as git. What it starts in our session, a hook for instance, works for the run; what
     * leaves the session to serve the user from now on, an agent for keys or a file watcher, does not.
     */
    public static Map<String, String> forTools(String run) {
        return Map.of(RUN, run, TICKET, Long.toString(NO_TICKET), SESSION, Long.toString(ProcessTable.ownSession()));
    }

    /** The marker of a process; none if it holds in another session only. */
    static Optional<Marker> of(ProcessTable.Row process) {
        Map<String, String> environment = ProcessTable.environment(process.pid());
        String session = environment.getOrDefault(SESSION, "");
        return session.isEmpty() || session.equals(Long.toString(process.session())) ? in(environment) : Optional.empty();
    }

    /** The marker in an environment, if there is one. */
    public static Optional<Marker> in(Map<String, String> environment) {
        String run = environment.getOrDefault(RUN, "");
        OptionalLong ticket = number(environment.getOrDefault(TICKET, ""));
        return run.isEmpty() || ticket.isEmpty() ? Optional.empty() : Optional.of(new Marker(run, ticket.getAsLong()));
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException none) {
            return OptionalLong.empty();
        }
    }
}
