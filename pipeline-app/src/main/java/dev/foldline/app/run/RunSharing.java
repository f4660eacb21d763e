package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.driver.Journal;
import dev.foldline.effects.driver.RunEnvironment;
import dev.foldline.effects.fleet.HeldLease;
import dev.foldline.effects.fleet.PublishedStatus;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.fleet.SharedDriving;
import dev.foldline.effects.fleet.SharedRepository;
import dev.foldline.effects.fleet.SharingStopped;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Clock;
import java.util.function.Consumer;

/** Publishes a run while it is driven, if it is shared. */
final class RunSharing implements AutoCloseable {
    private final RunLog log;
    private final RunContext context;
    private final Option<SharedRepository> shared;
    private final Option<HeldLease> held;
    private final Option<CommandRelay> relay;
    private @Nullable SharedDriving driving;

    private RunSharing(
            RunLog log,
            RunContext context,
            Option<SharedRepository> shared,
            Option<HeldLease> held,
            Option<CommandRelay> relay) {
        this.relay = relay;
        this.log = log;
        this.context = context;
        this.shared = shared;
        this.held = held;
    }

    /**
     * Notes that a new run is to be shared, if it is configured so.
     *
     * @throws UserError if such a run cannot be shared
     */
    static void mark(RunDirectory run, RunRequest request, Workflow workflow, Workspace workspace)
            throws IOException {
        var share = request.configuration().settings().share();
        if (share.remote().isEmpty()) return;
        if (request.place() == RunRequest.Placement.IN_PLACE) throw unshared("--in-place");
        if (request.allowDirty()) throw unshared("--allow-dirty");
        if (workflow.phases().flatMap(Phase::steps).exists(Step.Children.class::isInstance))
            throw unshared("child runs");
        var address =
                SharedRemote.address(
                        workspace.root(), workspace.environment(), share.remote().get());
        ShareRecord.of(address, share.lease()).write(run);
    }

    private static UserError unshared(String what) {
        return new UserError(
                "a run with " + what + " cannot be shared",
                "share.remote",
                "do not use " + what + ", or share no run: --set share.remote=",
                ExitCode.USAGE);
    }

    /**
     * Takes the lease of a run that is shared.
     *
     * @throws SharingStopped if another clone has taken it
     */
    static RunSharing open(RunLog log, Workspace workspace, RunContext context) throws IOException {
        var record = ShareRecord.of(log.directory());
        if (record.isEmpty())
            return new RunSharing(log, context, Option.none(), Option.none(), Option.none());
        var shared = repository(workspace, record.get().remote());
        try {
            var held =
                    HeldLease.again(
                            shared,
                            log.directory(),
                            HostName.ofClone(workspace),
                            Clock.systemUTC());
            var relay =
                    new CommandRelay(
                            shared.inbox(), log, workspace::git, held::end, context.redaction());
            relay.admit();
            return new RunSharing(
                    log, context, Option.of(shared), Option.of(held), Option.of(relay));
        } catch (IOException | RuntimeException refused) {
            shared.close();
            throw refused;
        }
    }

    /**
     * Refuses to continue a shared run that another clone has taken. Nothing is written.
     *
     * @throws UserError if another clone has, or it cannot be found out
     */
    static void refuseElsewhere(Workspace here, RunDirectory run) throws IOException {
        var record = ShareRecord.of(run);
        if (record.isEmpty()) return;
        try (var shared = repository(here, record.get().remote())) {
            HeldLease.check(shared, run, record.get());
        } catch (SharingStopped elsewhere) {
            throw stopped(run, elsewhere);
        }
    }

    /** Returns whether another clone is known to have taken a shared run. */
    static boolean isElsewhere(Workspace here, RunDirectory run) throws IOException {
        var record = ShareRecord.of(run);
        if (record.isEmpty()) return false;
        try (var shared = repository(here, record.get().remote())) {
            HeldLease.check(shared, run, record.get());
            return false;
        } catch (SharingStopped stop) {
            return stop.reason() == SharingStopped.Reason.FENCED;
        }
    }

    static SharedRepository repository(Workspace workspace, String remote) throws IOException {
        return SharedRepository.open(
                GitOptions.from(workspace.environment()),
                workspace.site().home().place().commonFolder(),
                remote,
                workspace.runs().redaction());
    }

    /** Starts to publish. */
    void begin(Runnable wake, Consumer<String> notice) {
        for (var lease : held)
            driving =
                    new SharedDriving(
                            lease,
                            context,
                            log::state,
                            state ->
                                    new PublishedStatus(
                                            log.seq(),
                                            state.workflow().name(),
                                            RunSummary.of(state, log.directory().id().text(), true)
                                                    .sentence()),
                            wake,
                            notice);
        for (var commands : relay) commands.start(notice);
    }

    RunEnvironment around(RunEnvironment world) {
        return driving == null ? world : driving.around(world);
    }

    Journal around(Journal journal) {
        return driving == null ? journal : driving.around(journal);
    }

    /** Publishes the last state and releases the lease. */
    void finish() throws IOException, InterruptedException {
        if (driving != null) driving.finish();
        for (var commands : relay) commands.finish();
    }

    /** Returns the error of a run that may not continue in this clone. */
    static UserError stopped(RunDirectory run, SharingStopped stop) throws IOException {
        var message = String.valueOf(stop.getMessage());
        var where = run.events().toString();
        var resume = RunOpener.resumption(run);
        return switch (stop.reason()) {
            case FENCED ->
                    new UserError(
                            message + "; nothing more is published from here",
                            where,
                            resume
                                    + " --from "
                                    + ShareRecord.of(run)
                                            .map(ShareRecord::remote)
                                            .getOrElse("REMOTE"),
                            ExitCode.LOCKED);
            case SECRETS ->
                    new UserError(
                            message + "; nothing of it is published",
                            where,
                            "remove them, then: " + resume,
                            ExitCode.FAILED);
            case DECLINED ->
                    new UserError(
                            message,
                            where,
                            "when the repository accepts refs/foldline/"
                                    + " (see its hooks and rules): "
                                    + resume,
                            ExitCode.FAILED);
            case UNREACHABLE ->
                    new UserError(
                            message,
                            where,
                            "when it can be reached again: " + resume,
                            ExitCode.UNAVAILABLE);
        };
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (var commands : relay) commands.close();
        if (driving != null) driving.close();
        for (var repository : shared) repository.close();
    }
}
