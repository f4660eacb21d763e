package dev.foldline.effects.agent.cli;

import java.util.List;
import java.util.Optional;

/**
 * What a command line is asked for.
 *
 * @param mcp the command of the server by which artifacts may be handed in
 * @param microUsdMax what the call may cost at most
 */
public record Asked(Optional<String> model, Permission permission, Conversation conversation, Optional<List<String>> mcp, Optional<Long> microUsdMax) {

    /** What an agent may do without asking. */
    public enum Permission {
        /** Read, and edit files. */
        EDIT,
        /** Run commands as well. */
        ALL
    }

    /** Which conversation. */
    public sealed interface Conversation {
        /** A new one, of this name where we may choose one. */
        record Fresh(String id) implements Conversation {}

        /** One that was begun before. */
        record Resumed(String id) implements Conversation {}
    }
}
