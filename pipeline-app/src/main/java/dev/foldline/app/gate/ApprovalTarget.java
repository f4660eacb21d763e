package dev.foldline.app.gate;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.core.state.Gate;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.effects.git.DiffStat;
import dev.foldline.effects.git.Exclusions;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What would be approved if a gate were answered now: what lies in the run's working tree, or the
 * merge that is prepared.
 *
 * @param tree of the working tree, or of the merge
 * @param changes since the run began, or what the merge brings to its target
 */
public record ApprovalTarget(
        Path root, Optional<String> branch, String tree, Optional<Changes> changes) {

    /**
     * What is different.
     *
     * @param since what it is compared with, in words
     * @param from the commit it is compared with
     * @param to the commit, or the tree, that is looked at
     */
    public record Changes(String since, String from, String to, DiffStat stat) {}

    /** Looks at the working tree of the run, and at the merge it has prepared. */
    public static ApprovalTarget of(Workspace here, OpenGate open) throws IOException {
        var place =
                RunLocation.isUnmade(open.run(), open.point().state())
                        ? here
                        : RunLauncher.placeOf(here, open.run());
        try {
            var branch = place.git().head().branch();
            var merge = open.point().state().preparedMerge().toJavaOptional();
            if (merge.isPresent() && open.gate().origin() == Gate.Origin.PHASE)
                return new ApprovalTarget(
                        place.root(),
                        branch,
                        merge.get().tree(),
                        Optional.of(brought(place, merge.get())));
            var repository = open.point().state().ledger().repository();
            var tree = place.git().workTree(Exclusions.of(open.point().state()));
            var base = repository.base().toJavaOptional();
            return new ApprovalTarget(
                    place.root(),
                    branch,
                    tree,
                    base.isEmpty()
                            ? Optional.empty()
                            : Optional.of(
                                    new Changes(
                                            "since the run started",
                                            base.get(),
                                            tree,
                                            place.git().diffStat(base.get(), tree))));
        } finally {
            if (place != here) place.close();
        }
    }

    private static Changes brought(Workspace place, Candidate merge) throws IOException {
        return new Changes(
                "that the merge "
                        + ValueFormatter.hash(merge.commit())
                        + " brings to "
                        + merge.target(),
                merge.onto(),
                merge.commit(),
                place.git().diffStat(merge.onto(), merge.commit()));
    }

    /**
     * Returns whether files have changed since the gate opened. A freeze shows no work, so nothing
     * in it can change.
     */
    public boolean hasMoved(Gate gate) {
        return gate.origin() == Gate.Origin.PHASE
                && gate.tree().exists(shown -> !shown.equals(tree));
    }

    /**
     * @throws UserError if what would be approved is not what the gate shows
     */
    public void isAsShown(OpenGate open) {
        var gate = open.gate();
        if (gate.origin() == Gate.Origin.QUESTION) return;
        var works = open.point().state().ledger().repository().branch();
        if (works.isDefined() && !branch.equals(works.toJavaOptional()))
            throw new UserError(
                    "the run works on branch "
                            + works.get()
                            + ", but "
                            + branch.map(name -> "branch " + name).orElse("no branch")
                            + " is checked out",
                    root.toString(),
                    "git switch " + works.get(),
                    ExitCode.FAILED);
        if (hasMoved(gate))
            throw new UserError(
                    "files have changed since the gate "
                            + gate.id()
                            + " opened: it shows tree "
                            + gate.tree().get()
                            + ", and now it is "
                            + tree,
                    root.toString(),
                    "see the changes: git diff "
                            + gate.tree().get()
                            + " "
                            + tree
                            + "; undo them, or accept them: foldline approve "
                            + gate.id()
                            + " "
                            + open.run().id()
                            + " --as-it-is",
                    ExitCode.FAILED);
    }
}
