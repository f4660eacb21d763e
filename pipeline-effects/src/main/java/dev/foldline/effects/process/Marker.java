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

    /** The two variables. */
    public Map<String, String> variables() {
        return Map.of(RUN, run, TICKET, Long.toString(ticket));
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
