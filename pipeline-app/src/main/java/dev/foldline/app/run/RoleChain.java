package dev.foldline.app.run;

import dev.foldline.app.config.Settings;

import io.vavr.collection.Vector;

/** The agents of a role of a workflow file, which can be checked before any agent is configured. */
final class RoleChain {
    private static final String NO_AGENT = "(no agent)";

    private RoleChain() {}

    /** Returns the agents in order, or a placeholder if none is configured. */
    static Vector<String> of(Settings settings, String role) {
        var chain = Vector.ofAll(settings.team().chainOf(role)).map(PolicyFactory::entry);
        return chain.isEmpty() ? Vector.of(NO_AGENT) : chain;
    }

    /** Returns whether no agent is configured. */
    static boolean isMissing(Vector<String> chain) {
        return chain.contains(NO_AGENT);
    }
}
