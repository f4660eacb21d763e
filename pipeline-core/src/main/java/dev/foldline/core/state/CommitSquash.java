package dev.foldline.core.state;

import dev.foldline.core.state.Ledger.Commit;

import io.vavr.collection.Vector;

/** The squash of a run: which of its commits became one, and which are on its branch. */
public final class CommitSquash {
    private static final String SQUASHED = "squash/commits";

    private CommitSquash() {}

    /** Records that all commits until now are taken back, so that one commit replaces them. */
    public static Ledger record(Ledger ledger) {
        int count = ledger.commits().size();
        return count == 0
                ? ledger
                : ledger.withSubmitted(
                        ledger.submitted().put(SQUASHED, Vector.of(Integer.toString(count))));
    }

    /** Returns the number of commits that were taken back; 0 without a squash. */
    public static int count(Ledger ledger) {
        return ledger.broughtLast(SQUASHED).map(Integer::parseInt).getOrElse(0);
    }

    /** Returns the commits of the run that are on its branch, oldest first. */
    public static Vector<Commit> onBranch(Ledger ledger) {
        return ledger.commits().drop(count(ledger));
    }
}
