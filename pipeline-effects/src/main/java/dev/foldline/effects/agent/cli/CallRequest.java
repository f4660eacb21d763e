package dev.foldline.effects.agent.cli;

import java.util.List;
import java.util.Optional;

/**
 * A request to an agent's CLI.
 *
 * @param mcp the command of the server through which artifacts may be submitted
 * @param microUsdMax the maximum cost of the call
 */
public record CallRequest(
        Optional<String> model,
        Permission permission,
        Conversation conversation,
        Optional<List<String>> mcp,
        Optional<Long> microUsdMax) {

    /** What an agent may do without asking. */
    public enum Permission {
        /** Read and edit files. */
        EDIT,
        /** Run commands as well. */
        ALL
    }

    /** The conversation of a call. */
    public sealed interface Conversation {
        /** A new conversation, with this id if the CLI allows choosing one. */
        record Fresh(String id) implements Conversation {}

        /** An earlier conversation. */
        record Resumed(String id) implements Conversation {}
    }
}
