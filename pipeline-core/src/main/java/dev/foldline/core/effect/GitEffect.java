package dev.foldline.core.effect;

import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.workflow.Policy.Branching;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** Work on the repository. Every write names what it expects to find. */
public sealed interface GitEffect extends Deed {

    /**
     * Stand on the run's branch, and keep a person's uncommitted work safe.
     *
     * @param titled id of the artifact whose title the branch is named after, if it is
     */
    record OpenBranch(Place place, Branching branching, Option<String> titled) implements GitEffect {
        public OpenBranch(Place place, Branching branching) { this(place, branching, Option.none()); }
    }

    /** See the tree that would be committed. */
    record LookAtTree(Place place, Vector<String> kept) implements GitEffect {}

    /**
     * Commit the work.
     *
     * @param message id of the accepted message artifact, if one was asked for
     * @param parent the commit it goes on top of
     * @param tree the tree that was checked; any if none
     * @param worker whose work it is, told in the commit's message; none, as in older logs, if that is nobody's business
     */
    record CommitWork(Place place, Option<String> message, Option<String> branch, Option<String> parent,
            Option<String> tree, Vector<String> kept, Option<Worker> worker) implements GitEffect {

        /** Of work that is no terminal's. */
        public CommitWork(Place place, Option<String> message, Option<String> branch, Option<String> parent, Option<String> tree, Vector<String> kept) {
            this(place, message, branch, parent, tree, kept, Option.none());
        }
    }

    /**
     * See what the terminal has committed on the run's branch, and what it says of its work there.
     *
     * @param from the commit behind which it was not looked yet
     * @param worker whose word counts
     */
    record ObserveWork(Place place, Option<String> branch, Option<String> from, Option<Worker> worker, Vector<String> kept) implements GitEffect {}

    /**
     * Put the branch on top of its base.
     *
     * @param base the revision to put it on; the repository's own base branch if none
     */
    record RebaseBranch(Place place, Option<String> branch, Option<String> head, Option<String> base, Vector<String> kept) implements GitEffect {}

    /**
     * Make the commit that merges the run's branch into the target, and keep it under a private ref. The target stays.
     *
     * @param target the branch to merge into; the repository's base branch if none
     * @param message id of the accepted message artifact, if one was asked for
     * @param head where the run's branch is expected
     * @param squashed the branch whose work becomes one commit on top of the target, to which the run's branch then goes; none, as in
     *     older logs, if the run's own branch is merged
     * @param taking how the other branch's work is taken, if not as one commit
     */
    record PrepareMerge(Place place, Option<String> target, Option<String> message, Option<String> branch, Option<String> head,
            Vector<String> kept, Option<String> squashed, Option<Taking> taking) implements GitEffect {

        /** How the work of another branch is taken, if not as one commit. */
        public enum Taking {
            /** Its commits, one by one. */
            REBASED,
            /** As one commit that is not to land: where both have changed the same, it holds both, between markers. */
            MARKED
        }

        /** Of the run's own branch. */
        public PrepareMerge(Place place, Option<String> target, Option<String> message, Option<String> branch, Option<String> head, Vector<String> kept) {
            this(place, target, message, branch, head, kept, Option.none(), Option.none());
        }
    }

    /**
     * Move the target to the prepared merge, if it is still where it was then.
     *
     * @param candidate none if none is prepared: then nothing is moved
     * @param tree the tree that was checked; any if none
     */
    record LandMerge(Place place, Option<Candidate> candidate, Option<String> tree) implements GitEffect {}

    /**
     * Remove the run's own working tree, or that of a child that is done with. What is uncommitted is parked first; the branch, and so
     * its commits, stay.
     *
     * @param branch what must be checked out there; none if there is no such tree: a person's is left alone
     * @param child the run whose tree it is; none, as in older logs, if it is this run's own
     */
    record LeaveTree(Place place, Option<String> branch, Option<String> child) implements GitEffect {

        /** Of the run's own tree. */
        public LeaveTree(Place place, Option<String> branch) { this(place, branch, Option.none()); }
    }

    /**
     * See that the branch is one commit on top of the base.
     *
     * @param base the branch it is counted from; the repository's base branch if none
     * @param branch what must be checked out; anything if none
     */
    record CountCommits(Place place, Option<String> base, Vector<String> kept, Option<String> branch) implements GitEffect {}

    /** Keep what is uncommitted under a private ref, then take the working tree back to the last commit. */
    record ResetTree(Place place, Vector<String> kept) implements GitEffect {}

    /**
     * Take the branch back to where it began, its files as they are, so that all of it can be one commit. Where it was is kept under a
     * private ref.
     *
     * @param base the commit the branch began at
     * @param head where the branch was seen last
     */
    record GatherWork(Place place, Option<String> branch, Option<String> base, Option<String> head, Vector<String> kept) implements GitEffect {}

    /**
     * Merge the branch into its base, as a person would, and delete it.
     *
     * @param base the branch to merge into; the repository's base branch if none
     * @param head where the branch must be; none if this run has not looked yet
     */
    record MergeBranch(Place place, Option<String> branch, Option<String> base, Option<String> head) implements GitEffect {}

    /** Keep what is uncommitted under a private ref, before the run ends with this outcome or halts. */
    record SaveWork(Place place, Option<Outcome> outcome, Vector<String> kept) implements GitEffect {}
}
