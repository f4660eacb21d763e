package dev.foldline.effects.store;

import java.util.List;

/** What a person's reference to a run ({@code @}, {@code @~1}, the beginning of an id) turned out to mean. */
public sealed interface RunReference {
    /** It means this run. */
    record Found(RunDirectory run) implements RunReference {}

    /** The beginning of several ids, newest run first. */
    record Ambiguous(String reference, List<RunId> candidates) implements RunReference {
        public Ambiguous {
            candidates = List.copyOf(candidates);
        }

        public String message() {
            return "'" + reference + "' is the beginning of " + candidates.size() + " runs: "
                    + String.join(", ", candidates.stream().map(RunId::text).toList());
        }
    }

    /** It means no run. */
    record Unknown(String reference, String message) implements RunReference {}
}
