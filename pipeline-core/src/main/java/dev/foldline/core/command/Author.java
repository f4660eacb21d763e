package dev.foldline.core.command;

import io.vavr.collection.Vector;

/**
 * Who issued a command, as far as the system knows. It is logged for information; no decision
 * depends on it.
 *
 * @param user name of the account
 * @param processes the calling process and its ancestors, each with its id and program name
 */
public record Author(String user, Channel channel, Vector<String> processes) {

    /** The channel a command arrived through. */
    public enum Channel {
        /** The command line. */
        TERMINAL,
        /** A request to the server. */
        HTTP,
        /** A client of the Model Context Protocol. */
        MCP,
        /** A comment on the pull request; the user is the account on the forge. */
        FORGE,
        /**
         * A message file in the run's inbox without an author; the user is the owner of the file.
         */
        INBOX
    }
}
