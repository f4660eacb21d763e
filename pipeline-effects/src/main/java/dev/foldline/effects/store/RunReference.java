package dev.foldline.effects.store;

import java.util.List;

/** The result of resolving a reference to a run ({@code @}, {@code @~1}, the prefix of an id). */
public sealed interface RunReference {
    /** The reference means this run. */
    record Found(RunDirectory run) implements RunReference {}

    /** The reference is a prefix of several ids, newest run first. */
    record Ambiguous(String reference, List<RunId> candidates) implements RunReference {
        public Ambiguous {
            candidates = List.copyOf(candidates);
        }

        public String message() {
            return "'"
                    + reference
                    + "' is the beginning of "
                    + candidates.size()
                    + " runs: "
                    + String.join(", ", candidates.stream().map(RunId::text).toList());
        }
    }

    /** The reference means no run. */
    record Unknown(String reference, String message) implements RunReference {}
}
