package dev.foldline.effects.sandbox;

/**
 * What is asked of the sandbox of a call.
 *
 * @param grants what may be reached in addition
 */
public record SandboxProfile(Kind kind, Home home, Network network, SandboxGrants grants) {
    /** No sandbox: a call has the user's rights. */
    public static final SandboxProfile NONE =
            new SandboxProfile(Kind.NONE, Home.READABLE, Network.ON, SandboxGrants.NOTHING);

    /** The program that makes the sandbox. */
    public enum Kind {
        BWRAP,
        NONE
    }

    /** What is seen of the home folder. Folders with credentials are always hidden. */
    public enum Home {
        READABLE,
        HIDDEN
    }

    /** What can be connected to. */
    public enum Network {
        /** Everything, including services of this machine. */
        ON,
        /** Nothing. */
        OFF,
        /** The granted hosts, through a proxy. */
        HOSTS
    }

    /** Returns the same profile with what another place of the configuration sets. */
    public SandboxProfile with(SandboxOverride other) {
        return new SandboxProfile(
                other.kind().orElse(kind),
                other.home().orElse(home),
                other.network().orElse(network),
                grants);
    }

    public boolean isSandboxed() {
        return kind != Kind.NONE;
    }
}
