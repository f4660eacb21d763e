package dev.foldline.app.workflow;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunTakeover;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.event.GitEvent.MergeLanded;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.state.Items.Child;
import dev.foldline.core.state.ParentRun;
import dev.foldline.effects.fleet.LeaseEntry;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.fleet.SharedRepository;
import dev.foldline.effects.git.BranchOutcome;
import dev.foldline.effects.git.MergeOutcome;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

import java.io.IOException;

/**
 * A workflow that this clone takes from the one that drove it, with all that it needs to continue:
 * the logs of its tasks, the branches of those that have ended, and its merges into the target. It
 * is not here before it has all of that; an attempt that failed is made again from the start.
 */
public final class WorkflowTakeover {
    /** The number of the only event of a run that was created and not driven. */
    private static final long CREATED = 1;

    private final Workspace here;
    private final RunDirectory workflow;
    private final TaskPlacement placement;
    private final PipelineState state;
    private LinkedHashMap<Long, SpawnChild> starts = LinkedHashMap.empty();
    private Option<MergeLanded> landed = Option.none();

    private WorkflowTakeover(Workspace here, RunDirectory workflow, TaskPlacement placement)
            throws IOException {
        this.here = here;
        this.workflow = workflow;
        this.placement = placement;
        var history = RunHistory.open(workflow);
        history.walk(
                step -> {
                    if (step.event() instanceof EffectStarted(var ticket, SpawnChild start))
                        starts = starts.put(ticket, start);
                    if (step.event() instanceof MergeLanded merge) landed = Option.of(merge);
                    return true;
                });
        state = history.latest().state();
    }

    /**
     * Takes a workflow.
     *
     * @param reference {@code @} for the run that was published last, or an id prefix
     * @param placement the fleet that drives its tasks
     * @param forced whether it is taken although its driver may be alive
     * @throws UserError if it is no workflow of tasks, it may not be taken, or its target here
     *     cannot be moved to its merges
     */
    public static RunDirectory take(
            Workspace here, String reference, TaskPlacement placement, boolean forced)
            throws IOException {
        return RunTakeover.takeWorkflow(
                here,
                reference,
                placement.remote(),
                forced,
                run -> {
                    var labelled = placement.orLabelsOf(TaskPlacement.of(run));
                    TaskPlacement.note(run, Option.of(labelled));
                    new WorkflowTakeover(here, run, labelled).complete();
                });
    }

    private void complete() throws IOException {
        try (var shared = placement.open(here)) {
            var children = state.items().children();
            var leases = shared.list(children.map(Child::run));
            for (var child : children)
                complete(
                        shared, child, leases.find(each -> each.lease().run().equals(child.run())));
        }
        here.runs().forgetIndex();
        for (var merge : landed) moveTarget(merge.target(), merge.commit());
    }

    /**
     * A task of which nothing was published is created again: no host has it, and its id is the
     * same. The old clone may have been killed when it had taken the task's lease.
     */
    private void complete(SharedRepository shared, Child child, Option<LeaseEntry> lease)
            throws IOException {
        var run = here.runs().directory(new RunId(child.run()));
        var record = ShareRecord.of(run);
        if (run.hasStarted() && RunLock.holder(run.lock()).isPresent()) return;
        for (var found : lease) {
            if (run.hasStarted() && record.exists(own -> own.isLast(found))) return;
            new ChildRunCopier(here, shared).copy(run, found, placement);
        }
        if (!run.hasStarted() && child.latest().forAll(each -> each.seq() <= CREATED))
            for (var start : starts.get(child.spawnTicket())) {
                create(run, child, start);
                // The next lease follows the one under which nothing was published.
                lease.map(found -> placement.record().copied(found))
                        .getOrElse(placement::record)
                        .write(run);
            }
    }

    private void create(RunDirectory run, Child child, SpawnChild start) throws IOException {
        var of =
                new ParentRun(
                        workflow.id().text(), child.list(), child.item(), child.spawnTicket());
        ChildRunFactory.begin(here, run, state, of, start).abandon(here);
    }

    /** Moves the target to the last merge, unless it has that already. */
    private void moveTarget(String target, String merge) throws IOException {
        var git = here.git();
        if (!(git.branch(target) instanceof BranchOutcome.State.At(var tip, _)))
            throw refused(
                    "there is no branch " + target + " here", "git branch " + target + " " + merge);
        if (git.isAncestor(merge, tip)) return;
        if (!git.isAncestor(tip, merge))
            throw refused(
                    target + " here has commits of its own, and lacks the merges of the workflow",
                    "git switch " + target + " && git merge " + merge);
        var moved = git.landMerge(target, tip, merge);
        if (!(moved instanceof MergeOutcome.Landed))
            throw refused(
                    target
                            + " cannot be moved to the merges of the workflow: "
                            + (moved instanceof MergeOutcome.InTheWay(var what)
                                    ? what
                                    : "git refused it"),
                    "git switch " + target + " && git merge " + merge);
    }

    private UserError refused(String why, String first) {
        return new UserError(
                why,
                workflow.path().toString(),
                first
                        + ", then: foldline workflow resume "
                        + workflow.id()
                        + " --from "
                        + ShellWord.of(placement.remote()),
                ExitCode.FAILED);
    }
}
