package dev.foldline.effects.git;

import java.util.Locale;
import java.util.Optional;

/** An address of a remote, as git's configuration has it. */
public record ConfiguredRemote(Use use, String address) {
    private static final String SECTION = "remote.";

    /** What an address is for. */
    public enum Use {
        /** To fetch from, and also to push to if the remote has no address of that kind. */
        FETCH,
        PUSH
    }

    /** Returns the address that a setting names, if the setting is of that kind. */
    public static Optional<ConfiguredRemote> of(String key, String value) {
        var setting = key.toLowerCase(Locale.ROOT);
        if (!setting.startsWith(SECTION) || value.isEmpty()) return Optional.empty();
        if (setting.endsWith(".url")) return Optional.of(new ConfiguredRemote(Use.FETCH, value));
        if (setting.endsWith(".pushurl")) return Optional.of(new ConfiguredRemote(Use.PUSH, value));
        return Optional.empty();
    }
}
