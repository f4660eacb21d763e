package dev.foldline.effects.sandbox;

import java.nio.file.Path;

/**
 * One rule about a path and what is below it. A later rule wins over an earlier one.
 *
 * @param reason what is there, for the user
 */
public record SandboxRule(Path path, Access access, Presence presence, String reason) {

    /** What a call can do with a path. */
    public enum Access {
        READ,
        WRITE,
        /** It looks empty. */
        HIDE,
        /** It is an empty folder of the call's own, which is gone with the call. */
        PRIVATE
    }

    /** What happens if there is nothing at the path. */
    public enum Presence {
        /** The rule is left out. */
        EXISTING,
        /** A folder is made. */
        CREATED
    }

    static SandboxRule of(Path path, Access access, String reason) {
        return new SandboxRule(path, access, Presence.EXISTING, reason);
    }

    /** A folder that can be written, and that is made if it is missing. */
    static SandboxRule made(Path path, String reason) {
        return new SandboxRule(path, Access.WRITE, Presence.CREATED, reason);
    }
}
