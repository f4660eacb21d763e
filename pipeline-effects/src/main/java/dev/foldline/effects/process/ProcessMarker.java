package dev.foldline.effects.process;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Identifies, in a process's environment, the run and the ticket it works for. Children inherit it,
 * which finds those that left their session.
 */
public record ProcessMarker(String run, long ticket) {
    public static final String RUN = "FOLDLINE_RUN";
    public static final String TICKET = "FOLDLINE_TICKET";

    /** Restricts the marker to this session. */
    static final String SESSION = "FOLDLINE_SESSION";

    /** Tickets start at 1; checks and cleanup belong to none of them. */
    private static final long NO_TICKET = 0;

    private static final AtomicLong NUMBER = new AtomicLong();

    /**
     * Returns a marker for a process outside a run, which no other process on this machine has: a
     * process that ends takes all with its marker along.
     *
     * @param purpose what the process is for, such as {@code notify}
     */
    public static ProcessMarker outsideRuns(String purpose) {
        return new ProcessMarker(
                purpose + "-" + ProcessHandle.current().pid(), NUMBER.incrementAndGet());
    }

    /** Returns the two variables. */
    public Map<String, String> variables() {
        return Map.of(RUN, run, TICKET, Long.toString(ticket));
    }

    /**
     * Returns the variables for a user's tool that Foldline calls, such as git. Processes it starts
     * in this session, such as a hook, work for the run. Processes that leave the session, such as
     * a key agent or a file watcher, serve the user.
     */
    public static Map<String, String> forTools(String run) {
        return Map.of(
                RUN,
                run,
                TICKET,
                Long.toString(NO_TICKET),
                SESSION,
                Long.toString(ProcessTable.ownSession()));
    }

    /**
     * Returns the words that start a tool whose environment has {@link #forTools} with the run in
     * its limits, so that no program that the tool starts can speak for the user. They are empty
     * without such a marker, and where limits cannot carry it.
     */
    public static List<String> launcherOfTool(Map<String, String> environment) {
        return in(environment).map(MarkerLimits::launcher).orElse(List.of());
    }

    private boolean isOfTool() {
        return ticket == NO_TICKET;
    }

    /**
     * Returns the marker of a process, or none if it is restricted to another session. A marker in
     * its limits counts unless this process has the same one, or a tool of the user left it there.
     */
    static Optional<ProcessMarker> of(ProcessTable.Row process) {
        Optional<ProcessMarker> kept =
                MarkerLimits.of(process.pid())
                        .filter(
                                marker ->
                                        !MarkerLimits.OF_THIS_PROCESS.equals(Optional.of(marker))
                                                && !marker.isOfTool());
        if (kept.isPresent()) {
            return kept;
        }
        Map<String, String> environment = ProcessTable.environment(process.pid());
        String session = environment.getOrDefault(SESSION, "");
        return session.isEmpty() || session.equals(Long.toString(process.session()))
                ? in(environment)
                : Optional.empty();
    }

    /** Returns the marker in an environment, if there is one. */
    public static Optional<ProcessMarker> in(Map<String, String> environment) {
        String run = environment.getOrDefault(RUN, "");
        if (run.isEmpty()) {
            return Optional.empty();
        }
        OptionalLong ticket = number(environment.getOrDefault(TICKET, ""));
        return ticket.isEmpty()
                ? Optional.empty()
                : Optional.of(new ProcessMarker(run, ticket.getAsLong()));
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException none) {
            return OptionalLong.empty();
        }
    }
}
