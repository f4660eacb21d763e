package dev.foldline.app.config;

import dev.foldline.app.config.key.Doc;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What an agent is asked to be. The developer's chain stands in for every role without one. */
public enum Role {
    @Doc(
            "Agents that write code, in order of preference. The next one is called when one is"
                    + " rate-limited or fails.")
    DEVELOPER,
    @Doc("Agents that plan (default: the developer's).")
    PLANNER,
    @Doc("Agents that judge whether development is complete (default: the developer's).")
    ANALYST,
    @Doc("Agents that review (default: the developer's).")
    REVIEWER,
    @Doc("Agents that fix the issues of a review (default: the developer's).")
    FIXER,
    @Doc("Agents that write commit messages (default: the developer's).")
    COMMITTER,
    @Doc("Agents that fix the failure that stopped a run (default: the developer's).")
    RECOVERER;

    /** Returns the role with this label. */
    public static Optional<Role> named(String label) {
        return Stream.of(values()).filter(role -> role.label().equals(label)).findFirst();
    }

    /** Returns all labels. */
    public static List<String> labels() {
        return Stream.of(values()).map(Role::label).toList();
    }

    /** As written in the configuration: {@code developer}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
