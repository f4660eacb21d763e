package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.output.LocalTimeFormatter;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.RunTreeFolder;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.core.state.Agents.Session;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.fleet.FetchedRun;
import dev.foldline.effects.fleet.HeldLease;
import dev.foldline.effects.fleet.LeaseEntry;
import dev.foldline.effects.fleet.RunInstaller;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.fleet.SharedRepository;
import dev.foldline.effects.fleet.SharingStopped;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.process.Reaper;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;

/** Takes a shared run over from the clone that drove it. */
public final class RunTakeover {
    private final Workspace here;
    private final String remote;
    private final SharedRepository shared;

    private RunTakeover(Workspace here, String remote, SharedRepository shared) {
        this.here = here;
        this.remote = remote;
        this.shared = shared;
    }

    /**
     * Takes the lease of a run and puts the run into this clone. Nothing is driven yet.
     *
     * @param reference {@code @} for the run that was published last, or an id prefix
     * @param folder the folder from which a path as remote is found
     * @param forced whether the run is taken although its driver may be alive
     * @throws UserError if there is no such run, or it may not be taken; also if it is a workflow
     *     of tasks, which is taken with them
     */
    public static RunDirectory take(
            Workspace here, String reference, Path folder, String remote, boolean forced)
            throws IOException {
        var address = SharedRemote.address(folder, here.environment(), remote);
        try (var shared = RunSharing.repository(here, address)) {
            var lease = SharedRuns.find(shared, reference, address);
            SharedRuns.refuseWorkflow(lease.lease(), remote);
            return new RunTakeover(here, address, shared).take(lease, forced, _ -> {});
        } catch (GitFault silent) {
            throw SharedRuns.unreachable(address, silent);
        }
    }

    /** What a workflow of tasks needs before it can be resumed in this clone. */
    @FunctionalInterface
    public interface Completion {
        /**
         * @throws UserError if it cannot be resumed here; then it is taken again by the next
         *     attempt
         */
        void complete(RunDirectory workflow) throws IOException;
    }

    /**
     * Takes a workflow of tasks in the same way. It is not here before it is complete.
     *
     * @throws UserError if it is not a workflow of tasks, or it may not be taken
     */
    public static RunDirectory takeWorkflow(
            Workspace here, String reference, String address, boolean forced, Completion completion)
            throws IOException {
        try (var shared = RunSharing.repository(here, address)) {
            var lease = SharedRuns.find(shared, reference, address);
            SharedRuns.requireWorkflow(lease.lease(), address);
            return new RunTakeover(here, address, shared).take(lease, forced, completion);
        } catch (GitFault silent) {
            throw SharedRuns.unreachable(address, silent);
        }
    }

    private RunDirectory take(LeaseEntry found, boolean forced, Completion completion)
            throws IOException {
        var run = here.runs().directory(new RunId(found.lease().run()));
        var record = ShareRecord.of(run);
        if (record.exists(own -> own.isLast(found))) return run;
        var own = record.exists(it -> it.holds(found));
        if (!forced && !own && !found.lease().isFree(Instant.now())) throw heldLease(found);
        here.runs().make(run);
        if (!(RunLock.take(run.lock()) instanceof RunLock.LockAttempt.Held(var lock)))
            throw new UserError(
                    "a driver here still works on run "
                            + run.id()
                            + "; it stops at its next publication",
                    run.lock().toString(),
                    "",
                    ExitCode.LOCKED);
        try (lock) {
            var settings = RunLauncher.configuration(here.root(), here.environment()).settings();
            var taking =
                    record.getOrElse(() -> ShareRecord.of(remote, settings.share().lease()))
                            .takenFrom(remote);
            var holder = HostName.ofClone(here);
            var clock = Clock.systemUTC();
            var held =
                    forced
                            ? HeldLease.takenOver(shared, run, taking, found, holder, clock)
                            : HeldLease.taken(shared, run, taking, Option.of(found), holder, clock);
            // What a dead driver of this clone left running would write into the installed tree.
            Reaper.reap(run.id().text(), RunOpener.GRACE);
            install(run, held, completion);
            return run;
        } catch (SharingStopped refused) {
            if (record.isEmpty()) ShareRecord.forget(run);
            throw RunSharing.stopped(run, refused);
        }
    }

    private UserError heldLease(LeaseEntry found) {
        var lease = found.lease();
        return new UserError(
                "run "
                        + lease.run()
                        + " is driven by "
                        + lease.holder()
                        + " until "
                        + LocalTimeFormatter.second(lease.until()),
                remote,
                "to take it anyway: "
                        + RunOpener.resumption(lease.run(), lease.workflow())
                        + " --from "
                        + remote
                        + " --take-over",
                ExitCode.LOCKED);
    }

    private void install(RunDirectory run, HeldLease held, Completion completion)
            throws IOException {
        var fetched =
                shared.fetch(run.id().text())
                        .getOrElseThrow(() -> SharedRuns.unpublished(run.id().text(), remote));
        var installer =
                new RunInstaller(
                        GitOptions.from(here.environment()),
                        here.root(),
                        run,
                        held.lease().epoch());
        installer.installLog(fetched);
        here.runs().forgetIndex();
        var state = RunHistory.open(run).latest().state();
        here.git().exclude(".foldline/");
        installer.installRefs(fetched);
        var branch = state.ledger().repository().branch();
        RunLocation.rememberStart(
                run, fetched.manifest().startedFrom().getOrElse(""), branch.getOrElse(""));
        place(run, state, fetched, installer);
        completion.complete(run);
        held.complete(state.header().ticket(), conversations(state));
    }

    /** A run that has ended needs no working tree, and one of its own is made by the run. */
    private void place(
            RunDirectory run, PipelineState state, FetchedRun fetched, RunInstaller installer)
            throws IOException {
        var branch = state.ledger().repository().branch();
        var tree = tree(run, branch);
        RunLocation.remember(run, here.ownTree(tree), here);
        if (state.lifecycle() instanceof Lifecycle.Ended) {
            for (var name : branch) installer.installBranch(name, fetched);
        } else if (branch.isDefined() || !(state.policy().branching() instanceof Branching.OwnTree))
            installer.installTree(tree, branch, fetched);
    }

    /** Returns the tree of an earlier stay, if the run's branch is still checked out there. */
    private Path tree(RunDirectory run, Option<String> branch) throws IOException {
        var fresh = RunTreeFolder.of(run.id(), here);
        var before = RunLocation.remembered(run).filter(Files::exists);
        if (before.isEmpty() || before.get().equals(fresh)) return fresh;
        var place = RunLocation.place(here, run);
        if (place.isEmpty()) return fresh;
        var isOnBranch = place.get().git().head().branch().equals(branch.toJavaOptional());
        if (place.get() != here) place.get().close();
        return isOnBranch ? place.get().root() : fresh;
    }

    private static Vector<String> conversations(PipelineState state) {
        return state.agents()
                .chains()
                .values()
                .flatMap(chain -> chain.session())
                .map(Session::id)
                .toVector();
    }
}
