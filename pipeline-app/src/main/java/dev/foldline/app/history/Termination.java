package dev.foldline.app.history;

import io.vavr.control.Option;

/** Pauses that no person asked for. The log has one of these where a message's name would be. */
public final class Termination {
    /** The system ended the driver's process. */
    public static final String OF_DRIVER = "terminated";

    /** The server that drove the run shut down. */
    public static final String OF_SERVER = "server-" + OF_DRIVER;

    private Termination() {}

    /** Returns whether the message of a pause names a termination. */
    public static boolean isNamedBy(Option<String> message) {
        return message.exists(name -> name.equals(OF_DRIVER) || name.equals(OF_SERVER));
    }
}
