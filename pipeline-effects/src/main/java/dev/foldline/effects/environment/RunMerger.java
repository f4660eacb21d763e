package dev.foldline.effects.environment;

import static dev.foldline.effects.environment.GitHandler.failed;
import static dev.foldline.effects.environment.GitHandler.locked;
import static dev.foldline.effects.environment.GitHandler.message;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.effect.GitEffect.LandMerge;
import dev.foldline.core.effect.GitEffect.PrepareMerge;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchRebased;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.GitEvent.MergeOvertaken;
import dev.foldline.core.event.GitEvent.MergePrepared;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Ledger.Candidate;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.git.CommitInfo;
import dev.foldline.effects.git.Head;
import dev.foldline.effects.git.MergeOutcome;
import dev.foldline.effects.git.MergeOutcome.How;
import dev.foldline.effects.git.TicketTrailer;

import java.io.IOException;
import java.util.Optional;

/** Merges a run's branch: prepares the merge, lands it, and reconciles both after a crash. */
record RunMerger(RunContext run) {
    private static final String REMOTE = "origin/";

    Event prepare(long ticket, PrepareMerge effect) throws IOException {
        var target = target(effect);
        if (target.isEmpty())
            return failed(
                    ticket,
                    Kind.NEEDS_PERSON,
                    "there is no branch to merge into; name one as base in foldline.yaml");
        var expected =
                new Head(
                        effect.branch().toJavaOptional(),
                        effect.head().getOrElse(run.git().head().commit()));
        var request =
                new MergeOutcome.Request(
                        target.get(),
                        expected,
                        message(
                                run,
                                effect.message(),
                                "Merge run " + run.run() + " into " + target.get()),
                        new TicketTrailer(run.run(), Long.toString(ticket)),
                        run.mergeRef(ticket),
                        effect.squashed()
                                .map(branch -> new MergeOutcome.Taken(branch, how(effect)))
                                .toJavaOptional());
        return switch (run.git().prepareMerge(request)) {
            case MergeOutcome.Prepared(_, var head, var marked) when how(effect) == How.MARKED ->
                    new BranchRebased(ticket, head, marked.tree());
            case MergeOutcome.Prepared(var onto, var head, var merge) ->
                    new MergePrepared(
                            ticket,
                            head,
                            new Candidate(target.get(), onto, merge.hash(), merge.tree()));
            case MergeOutcome.Landed _ ->
                    throw new PipelineBug("asked to prepare a merge, and it landed");
            case MergeOutcome outcome -> refusal(ticket, target.get(), outcome);
        };
    }

    private static How how(PrepareMerge effect) {
        return effect.taking()
                .map(
                        taking ->
                                switch (taking) {
                                    case REBASED -> How.REBASED;
                                    case MARKED -> How.MARKED;
                                })
                .getOrElse(How.SQUASHED);
    }

    Event land(long ticket, LandMerge effect) throws IOException {
        if (effect.candidate().isEmpty()) return new MergeOvertaken(ticket, "no merge is prepared");
        var merge = effect.candidate().get();
        if (effect.tree().exists(tree -> !tree.equals(merge.tree())))
            return new MergeOvertaken(ticket, "the merge is not what was checked");
        return switch (run.git().landMerge(merge.target(), merge.onto(), merge.commit())) {
            case MergeOutcome.Landed _ -> new MergeLanded(ticket, merge.target(), merge.commit());
            case MergeOutcome.TargetMoved _ ->
                    new MergeOvertaken(
                            ticket, merge.target() + " has moved since the merge was made");
            case MergeOutcome.Prepared _ ->
                    throw new PipelineBug("asked to land a merge, and it was prepared");
            case MergeOutcome.InTheWay(var what) ->
                    failed(
                            ticket,
                            Kind.NEEDS_PERSON,
                            what
                                    + "; nothing was changed. Move or commit these files in the"
                                    + " checkout of "
                                    + merge.target());
            case MergeOutcome outcome -> refusal(ticket, merge.target(), outcome);
        };
    }

    /**
     * The merge is prepared if the ref exists and the run's branch is where the merge left it;
     * otherwise it is prepared again.
     */
    Event seenPrepared(long ticket, PrepareMerge effect, String tip) throws IOException {
        var target = target(effect);
        var kept = run.git().resolve(run.mergeRef(ticket));
        if (target.isEmpty() || kept.isEmpty()) return new NotDone(ticket);
        var merge = run.git().commit(kept.get());
        if (effect.squashed().isDefined())
            return merge.hash().equals(tip)
                    ? seenTaken(ticket, how(effect), target.get(), merge)
                    : new NotDone(ticket);
        return merge.parents().size() == 2 && merge.parents().getLast().equals(tip)
                ? new MergePrepared(
                        ticket,
                        tip,
                        new Candidate(
                                target.get(),
                                merge.parents().getFirst(),
                                merge.hash(),
                                merge.tree()))
                : new NotDone(ticket);
    }

    private Event seenTaken(long ticket, How how, String target, CommitInfo made)
            throws IOException {
        return switch (how) {
            case MARKED -> new BranchRebased(ticket, made.hash(), made.tree());
            case SQUASHED -> observe(ticket, target, made, squashedOnto(ticket, made));
            case REBASED -> observe(ticket, target, made, rebasedOnto(target, made));
        };
    }

    private static Event observe(long ticket, String target, CommitInfo made, String onto) {
        return new MergePrepared(
                ticket, made.hash(), new Candidate(target, onto, made.hash(), made.tree()));
    }

    /** A branch without changes makes no commit of its own; the target's commit is used. */
    private String squashedOnto(long ticket, CommitInfo made) {
        return new TicketTrailer(run.run(), Long.toString(ticket)).isIn(made.message())
                ? made.parents().getFirst()
                : made.hash();
    }

    /**
     * Returns the target's head if the commits are on top of it. Otherwise the target has moved,
     * and any other commit makes the merge start again.
     */
    private String rebasedOnto(String target, CommitInfo made) throws IOException {
        var below =
                run.git().branch(target) instanceof BranchOutcome.State.At(var at, _)
                                && run.git().isAncestor(at, made.hash())
                        ? Optional.of(at)
                        : Optional.<String>empty();
        return below.orElse(made.parents().getFirst());
    }

    Event seenLanded(long ticket, LandMerge effect) throws IOException {
        if (effect.candidate().isEmpty()) return new NotDone(ticket);
        var merge = effect.candidate().get();
        return run.git().branch(merge.target()) instanceof BranchOutcome.State.At(var at, _)
                        && run.git().isAncestor(merge.commit(), at)
                ? new MergeLanded(ticket, merge.target(), merge.commit())
                : new NotDone(ticket);
    }

    /** Returns the local name of a remote branch. */
    private Optional<String> target(PrepareMerge effect) throws IOException {
        var named =
                effect.target().isDefined()
                        ? Optional.of(effect.target().get())
                        : run.git().baseBranch(Optional.empty()).map(base -> base.name());
        return named.map(name -> name.startsWith(REMOTE) ? name.substring(REMOTE.length()) : name);
    }

    private static Event refusal(long ticket, String target, MergeOutcome outcome) {
        return switch (outcome) {
            case MergeOutcome.Conflict(var paths) ->
                    failed(
                            ticket,
                            Kind.CONFLICT,
                            "merge conflict with "
                                    + target
                                    + " in "
                                    + String.join(", ", paths)
                                    + "; nothing was changed");
            case MergeOutcome.InTheWay(var what) ->
                    failed(ticket, Kind.CONFLICT, what + "; nothing was changed");
            case MergeOutcome.TargetChanged(var folder, var paths) ->
                    failed(
                            ticket,
                            Kind.NEEDS_PERSON,
                            target
                                    + " is checked out in "
                                    + folder
                                    + " with uncommitted changes to "
                                    + String.join(", ", paths)
                                    + ", which the merge changes too; nothing was changed. Commit"
                                    + " or stash them in "
                                    + folder);
            case MergeOutcome.NoSource(var branch) ->
                    failed(
                            ticket,
                            Kind.NEEDS_PERSON,
                            "there is no branch " + branch + " to be merged");
            case MergeOutcome.NoTarget(var name) ->
                    failed(
                            ticket,
                            Kind.NEEDS_PERSON,
                            "there is no branch " + name + " to merge into");
            case MergeOutcome.HeadMoved(var actual) ->
                    failed(ticket, Kind.NEEDS_PERSON, "the branch has moved to " + actual.commit());
            case MergeOutcome.Unfinished(var operation) ->
                    failed(
                            ticket,
                            Kind.NEEDS_PERSON,
                            "a " + operation + " is half done in this working tree");
            case MergeOutcome.Locked(var lock) -> locked(ticket, lock);
            case MergeOutcome.Failed(var output) -> failed(ticket, Kind.GIT, output);
            case MergeOutcome.Prepared _, MergeOutcome.Landed _, MergeOutcome.TargetMoved _ ->
                    throw new PipelineBug("no refusal: " + outcome);
        };
    }
}
