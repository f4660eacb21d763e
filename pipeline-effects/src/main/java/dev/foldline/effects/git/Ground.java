package dev.foldline.effects.git;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A fingerprint of what an agent must leave alone in {@code .git}: HEAD, every branch and tag, our own refs, the
 * configuration, the hooks, the exclude and attributes files.
 *
 * @param facts by name ({@code HEAD}, {@code refs/heads/main}, {@code config}, {@code hooks/pre-commit}) a hash, the
 *              target of a symbolic ref as {@code ref: refs/heads/main}, or the digest of a file
 */
public record Ground(Map<String, String> facts) {
    public Ground {
        facts = Map.copyOf(facts);
    }

    /** What is different in {@code later}, in the order of its names. */
    public List<Moved> movedIn(Ground later) {
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

    /** The same without some facts, such as the branch a worker is meant to move. */
    public Ground without(String name) {
        var fewer = new TreeMap<>(facts);
        fewer.remove(name);
        return new Ground(fewer);
    }

    /** One thing that changed; none before means it is new, none after that it is gone. */
    public record Moved(String what, Optional<String> before, Optional<String> after) {}
}
