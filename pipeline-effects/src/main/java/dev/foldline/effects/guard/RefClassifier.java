package dev.foldline.effects.guard;

import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.RepositoryFingerprint.Moved;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Classifies a ref that has moved during a call. Other runs, their agents and users move refs in a
 * shared repository. Only what the run relies on, and what runs have saved, must stay.
 *
 * @param soon whether a condition holds now or very soon: some processes log a move shortly after
 *     making it
 */
record RefClassifier(RunContext run, RepositorySnapshot before, Waiting soon) {
    static final String REMOTE = "refs/remotes/";
    private static final String OURS = "refs/foldline/";
    private static final List<String> SAVED = List.of("dirty/", "saved/", "stash/", "reverted/");
    private static final List<String> LOOSE = List.of("refs/heads/", "refs/tags/", "refs/stash");

    /** The consequence of a moved ref. */
    enum Meaning {
        /** The run's refs, or a run's saved work, have changed. */
        TRESPASS,
        /** The run does not rely on it; its old commit is kept and reported. */
        NOTE,
        /** Another process moved it, and nothing is lost. */
        NONE
    }

    /** Checks a condition several times. */
    @FunctionalInterface
    interface Waiting {
        boolean turnsOut(BooleanSupplier seen);
    }

    Meaning of(Moved moved) {
        var ref = moved.what();
        if (ref.equals("HEAD") || ref.startsWith("refs/replace/")) return Meaning.TRESPASS;
        if (ref.startsWith(REMOTE))
            return new RemotePush(run, before).moved(moved) ? Meaning.TRESPASS : Meaning.NONE;
        if (ref.startsWith(OURS)) return ofOurs(moved, ref.substring(OURS.length()));
        if (before.refs().isBase(ref))
            return soon.turnsOut(() -> isAccountedFor(moved)) ? Meaning.NONE : Meaning.TRESPASS;
        var lost =
                moved.before().isPresent()
                        && LOOSE.stream().anyMatch(ref::startsWith)
                        && !hasGrown(moved);
        return lost && !isAccountedFor(moved) ? Meaning.NOTE : Meaning.NONE;
    }

    /**
     * Other runs move and remove their prepared refs freely; saved refs must never move. A
     * recording grows at any time, a shared run is published at any time, and no run relies on the
     * ref.
     */
    private Meaning ofOurs(Moved moved, String name) {
        if (moved.what().startsWith(RunContext.RECORDINGS)
                || moved.what().startsWith(RunContext.SHARED)) return Meaning.NONE;
        if (moved.what().startsWith(run.revertedRefs(before.ticket()))) return Meaning.NONE;
        if (name.contains("/" + run.run())) return Meaning.TRESPASS;
        return moved.before().isPresent()
                        && SAVED.stream().anyMatch(name::startsWith)
                        && !isRenamed(moved)
                ? Meaning.TRESPASS
                : Meaning.NONE;
    }

    /** A restarted run keeps what an earlier attempt has saved under another name. */
    private boolean isRenamed(Moved moved) {
        try {
            var renamed = moved.what() + "-" + moved.before().orElse("");
            return moved.before()
                    .equals(Optional.ofNullable(run.git().ground().facts().get(renamed)));
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Returns whether another working tree or another run moved it there. */
    private boolean isAccountedFor(Moved moved) {
        var place = run.git().place();
        return moved.after()
                .filter(
                        commit ->
                                before.worktrees().haveMoved(place, moved.what(), commit)
                                        || new PendingMerges(Runs.of(place.commonFolder()))
                                                .include(moved.what(), commit))
                .isPresent();
    }

    /** Returns whether its old commit is reachable from the new one. */
    private boolean hasGrown(Moved moved) {
        try {
            return moved.after().isPresent()
                    && run.git().isAncestor(moved.before().get(), moved.after().get());
        } catch (IOException noCommit) {
            return false;
        }
    }
}
