package dev.foldline.core.reduce;

import dev.foldline.core.state.Fault;

import io.vavr.collection.Vector;

/** Evidence about another tree than the one at hand, with the paths that differ. */
final class StaleEvidence {
    private StaleEvidence() {}

    private static final int PATHS_MAX = 5;

    /** Returns the fault of a check that changed the tree it ran on. */
    static Fault ofCheck(String check, Vector<String> changed) {
        var text = "the check " + check + " changed the tree it ran on";
        return changed.isEmpty()
                ? Fault.of(Fault.Kind.EVIDENCE_STALE, text)
                : fault(
                        text
                                + ": "
                                + named(changed)
                                + ". Ignore what it writes in .gitignore, or list it in"
                                + " checks_write",
                        changed);
    }

    /** Returns the fault of a tree that is not the one that was checked. */
    static Fault ofTree(Vector<String> changed) {
        var text = "the tree is not the one that was checked";
        return changed.isEmpty()
                ? Fault.of(Fault.Kind.EVIDENCE_STALE, text)
                : fault(text + ": something changed " + named(changed) + " since", changed);
    }

    private static Fault fault(String text, Vector<String> changed) {
        return Fault.of(Fault.Kind.EVIDENCE_STALE, text)
                .withFingerprint(changed.sorted().mkString("\n"));
    }

    private static String named(Vector<String> changed) {
        int more = changed.size() - PATHS_MAX;
        return changed.take(PATHS_MAX).mkString(", ") + (more > 0 ? " and " + more + " more" : "");
    }
}
