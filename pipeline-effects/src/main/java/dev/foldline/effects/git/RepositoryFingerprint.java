package dev.foldline.effects.git;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A fingerprint of what an agent must not change in {@code .git}: HEAD, all branches, those of the
 * remotes as they were last seen, tags and stashes, Foldline's refs, the configuration, the hooks,
 * the exclude and attributes files.
 *
 * @param facts by name ({@code HEAD}, {@code refs/heads/main}, {@code config}, {@code
 *     hooks/pre-commit}) a hash, the target of a symbolic ref as {@code ref: refs/heads/main}, or
 *     the digest of a file
 */
public record RepositoryFingerprint(Map<String, String> facts) {
    public RepositoryFingerprint {
        facts = Map.copyOf(facts);
    }

    /** Returns what differs in {@code later}, ordered by name. */
    public List<Moved> movedIn(RepositoryFingerprint later) {
        var names = new TreeSet<>(facts.keySet());
        names.addAll(later.facts.keySet());
        var moved = new ArrayList<Moved>();
        for (String name : names) {
            Optional<String> before = Optional.ofNullable(facts.get(name));
            Optional<String> after = Optional.ofNullable(later.facts.get(name));
            if (!before.equals(after)) moved.add(new Moved(name, before, after));
        }
        return List.copyOf(moved);
    }

    /** Returns a copy without a fact, such as the branch an agent may move. */
    public RepositoryFingerprint without(String name) {
        var fewer = new TreeMap<>(facts);
        fewer.remove(name);
        return new RepositoryFingerprint(fewer);
    }

    /** A change; without a value before it is new, without one after it was deleted. */
    public record Moved(String what, Optional<String> before, Optional<String> after) {}
}
