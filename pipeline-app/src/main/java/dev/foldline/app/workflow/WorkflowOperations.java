package dev.foldline.app.workflow;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.MissingTexts;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.app.workflow.definition.DefinitionReader;
import dev.foldline.app.workflow.definition.WorkflowDefinition.Orchestration;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.event.InputEvent.CallKind;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.AddedItems;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** The operations on workflows of tasks, and the reasons to reject them, for every caller. */
public final class WorkflowOperations {
    private final Workspace here;
    private final boolean acceptRules;
    private final Option<RunLock> slot;

    public WorkflowOperations(Workspace here) {
        this(here, false, Option.none());
    }

    private WorkflowOperations(Workspace here, boolean acceptRules, Option<RunLock> slot) {
        this.here = here;
        this.acceptRules = acceptRules;
        this.slot = slot;
    }

    /** Creates operations on a workflow that has waited for its slot. */
    public WorkflowOperations in(RunLock waited) {
        return new WorkflowOperations(here, acceptRules, Option.of(waited));
    }

    /**
     * Creates operations that also resume workflows started under other rules, if the user accepts
     * that.
     */
    public WorkflowOperations accepting(boolean rules) {
        return new WorkflowOperations(here, rules, slot);
    }

    /** Says that nothing of its definition will change any more. */
    public void ready(RunDirectory workflow) throws IOException {
        try (var log = create(workflow, Request.READY)) {
            call(log, WorkflowStatus.CREATED, Tasks.READY, "created");
        }
    }

    /**
     * Lets a ready workflow begin. What would make it fail at once is refused before anything is
     * written.
     *
     * @return the run, to be driven
     */
    public Started start(RunDirectory workflow, Settings settings)
            throws IOException, InterruptedException {
        refuseUnlessStartable(workflow);
        var started = place(workflow, settings, Request.START);
        try {
            MissingTexts.refuse(started);
            check(workflow, started.log().state(), settings);
            call(started.log(), WorkflowStatus.READY, Tasks.START, "ready");
            return started;
        } catch (IOException | InterruptedException | RuntimeException refused) {
            started.abandon(here);
            throw refused;
        }
    }

    /** Starts a ready workflow as soon as fewer workflows run. Its log says that it is queued. */
    public void queue(RunDirectory workflow, Settings settings)
            throws IOException, InterruptedException {
        refuseUnlessStartable(workflow);
        try (var log = create(workflow, Request.START)) {
            check(workflow, log.state(), settings);
            call(
                    log,
                    WorkflowStatus.READY,
                    LinkedHashMap.of(
                            Tasks.CALL, Tasks.START, Tasks.QUEUED, Instant.now().toString()),
                    "ready");
        }
    }

    /**
     * @throws UserError unless it is ready, may be started, and has no driver
     */
    public void refuseUnlessStartable(RunDirectory workflow) throws IOException {
        var view = WorkflowView.of(workflow, here.runs());
        if (RunLock.holder(workflow.lock()).isPresent()) throw Request.START.refused(workflow);
        if (view.status() != WorkflowStatus.READY) throw not("ready", workflow, view.status());
        if (view.definition().exists(file -> file.orchestration() == Orchestration.DISABLED))
            throw new UserError(
                    "Orchestrator is not enabled for this workflow",
                    workflow.path().toString(),
                    "create another, without orchestrator_enabled: false",
                    ExitCode.FAILED);
    }

    /** Every agent that is named can be started, and git knows whose commits they are. */
    private void check(RunDirectory workflow, PipelineState state, Settings settings)
            throws IOException, InterruptedException {
        var agents = WorkflowFactory.agents(settings);
        var definition = WorkflowView.definition(state, here.runs().blobs());
        definition
                .orchestrator()
                .forEach(
                        plan ->
                                new OrchestratorCheck(workflow, plan, here.environment())
                                        .refuse(settings));
        RunLauncher.check(here, state.workflow(), agents);
        for (var task : definition.tasks())
            RunLauncher.check(
                    here, TaskRunFactory.workflow(definition, task, state.policy()), agents);
    }

    /**
     * Checks that every agent of added tasks can be started.
     *
     * @throws UserError if one cannot
     */
    public void check(PipelineState workflow, AddedItems added, Settings settings)
            throws IOException, InterruptedException {
        var agents = WorkflowFactory.agents(settings);
        var definition =
                DefinitionReader.readStored(
                        here.runs()
                                .blobs()
                                .text(added.texts().get(Tasks.DEFINITION).get())
                                .getBytes(StandardCharsets.UTF_8));
        for (var item : added.list(Tasks.TASKS))
            RunLauncher.check(
                    here,
                    TaskRunFactory.workflow(
                            definition, definition.task(item.id()), workflow.policy()),
                    agents);
    }

    /** What a resume does with cancelled tasks, and with tasks whose run has lost its log. */
    public enum CancelledTasks {
        /** Keeps their branches and worktrees, and does not restart them. */
        KEPT,
        /** Restarts each in a new run on a new branch. */
        RESTARTED
    }

    /**
     * Resumes a workflow without a driver: after a crash, a pause, or a wait for the user.
     *
     * @return the run to drive; none if it was paused before its start
     */
    public Optional<Started> resume(
            RunDirectory workflow, Settings settings, CancelledTasks cancelled)
            throws IOException, InterruptedException {
        if (RunLock.holder(workflow.lock()).isPresent()) throw Request.RESUME.refused(workflow);
        var view = WorkflowView.of(workflow, here.runs());
        var status = view.status();
        if (view.isEnding()) return Optional.of(startResumed(workflow, true, settings));
        if (status == WorkflowStatus.CREATED
                || status == WorkflowStatus.READY
                || status == WorkflowStatus.COMPLETED
                || status == WorkflowStatus.CANCELLED) throw not("running", workflow, status);
        refuseAtGate(workflow, view);
        if (!WorkflowStatus.wasStarted(view.state())) {
            try (var log = create(workflow, Request.RESUME)) {
                new RunResumer(log).resumePaused();
                return Optional.empty();
            }
        }
        if (cancelled == CancelledTasks.RESTARTED && (view.lost().nonEmpty() || view.lacksTask()))
            giveUpLost(place(workflow, settings, Request.RESUME), settings);
        return Optional.of(
                startResumed(
                        workflow, view.lacksTask() && cancelled == CancelledTasks.KEPT, settings));
    }

    /** Where it halts for that, its own work is saved before it can be tried again. */
    private void giveUpLost(Started started, Settings settings)
            throws IOException, InterruptedException {
        try {
            new RunResumer(started.log()).resumePaused().bereft(here.runs());
            if (started.log().state().slots().recovery() instanceof Recovery.Halting)
                WorkflowRuntime.alone(settings, new DriverOptions(false), RunObserver.NONE)
                        .driveWithoutSignals(started, _ -> {});
        } finally {
            started.abandon(here);
        }
    }

    /** Returns whether the workflow can do nothing before the user answers. */
    private static void refuseAtGate(RunDirectory workflow, WorkflowView view) {
        if (view.gate().isEmpty()) return;
        var standing = view.gate().get();
        throw new UserError(
                "Workflow " + workflow.id() + ": " + standing.sentence(),
                workflow.path().toString(),
                standing.next().getFirst(),
                standing.exit());
    }

    /**
     * @param lacksTask whether trying again what has halted would bring it to no end
     */
    private Started startResumed(RunDirectory workflow, boolean lacksTask, Settings settings)
            throws IOException, InterruptedException {
        var started = place(workflow, settings, Request.RESUME);
        try {
            MissingTexts.refuse(started);
            var woken = new RunResumer(started.log()).resumePaused();
            if (!lacksTask) woken.retried(settings);
            RunResumer.wakeChildren(here, started.log().state(), child -> child.retried(settings));
            return started;
        } catch (IOException | RuntimeException refused) {
            started.abandon(here);
            throw refused;
        }
    }

    /** Records that a paused workflow is resumed, so that it waits for a slot. */
    public void resumeLater(RunDirectory workflow) throws IOException {
        if (WorkflowQueue.isWaiting(workflow)) return;
        try (var log = create(workflow, Request.RESUME)) {
            new RunResumer(log).resumePaused();
        }
    }

    /**
     * Cancels a workflow without a driver, with all its tasks.
     *
     * @return the run, to be driven to its end
     */
    public Started cancel(RunDirectory workflow, String why) throws IOException {
        var status = WorkflowView.status(workflow, here.runs());
        if (status == WorkflowStatus.COMPLETED || status == WorkflowStatus.CANCELLED)
            throw not("running", workflow, status);
        // To end it needs no rules.
        var started = held(workflow, true, Request.CANCEL);
        try {
            started.log().submit(new Command.Abort(why), Option.none());
            return started;
        } catch (RuntimeException refused) {
            started.abandon(here);
            throw refused;
        }
    }

    /**
     * @throws UserError unless it waits for a conflict to be resolved
     */
    public void refuseUnlessConflicting(RunDirectory workflow) throws IOException {
        var view = WorkflowView.of(workflow, here.runs());
        if (view.status() != WorkflowStatus.MERGING || view.why().isEmpty())
            throw not("waiting for a merge to be resolved", workflow, view.status());
    }

    /** One of so many that may run at once. */
    private Started place(RunDirectory workflow, Settings settings, Request request)
            throws IOException, InterruptedException {
        var slots = new WorkflowSlots(here.runs());
        var free = slot.filter(RunLock::isHeld).toJavaOptional();
        if (free.isEmpty()) free = slots.take(workflow, settings.capacity().workflows());
        if (free.isEmpty()) throw request.refused(workflow);
        var place = free.get();
        try {
            return held(workflow, acceptRules, request).in(place);
        } catch (IOException | RuntimeException refused) {
            place.close();
            throw refused;
        }
    }

    private Started held(RunDirectory workflow, boolean acceptRules, Request request)
            throws IOException {
        try {
            return RunLauncher.resume(here, workflow, acceptRules);
        } catch (UserError refused) {
            throw refused.exit() == ExitCode.LOCKED && RunLock.holder(workflow.lock()).isPresent()
                    ? request.refused(workflow)
                    : refused;
        }
    }

    private RunLog create(RunDirectory workflow, Request request) throws IOException {
        var log = RunLog.open(workflow, here.runs().redaction());
        if (log.isEmpty()) throw request.refused(workflow);
        return log.get();
    }

    private static void call(RunLog log, WorkflowStatus from, String what, String word) {
        call(log, from, LinkedHashMap.of(Tasks.CALL, what), word);
    }

    private static void call(
            RunLog log, WorkflowStatus from, LinkedHashMap<String, String> what, String word) {
        var request =
                what.get(Tasks.CALL).getOrElse("") + "-" + (log.state().header().lastInput() + 1);
        var asked = new Command.Call(request, CallKind.SUBMIT, "", what, Instant.now());
        var status = WorkflowStatus.of(log.state());
        if (status != from || log.submit(asked, Option.none()).isLeft())
            throw not(word, log.directory(), status);
    }

    /** An operation on a workflow that only one process at a time may write to. */
    private enum Request {
        READY,
        START,
        RESUME,
        CANCEL;

        /** Another process was faster. */
        UserError refused(RunDirectory workflow) throws IOException {
            return switch (this) {
                case START ->
                        new UserError(
                                "Workflow " + workflow.id() + " is already running",
                                workflow.path().toString(),
                                "foldline workflow status " + workflow.id(),
                                ExitCode.LOCKED);
                case CANCEL ->
                        new UserError(
                                "Workflow " + workflow.id() + " is held by " + holder(workflow),
                                workflow.path().toString(),
                                "foldline workflow cancel " + workflow.id(),
                                ExitCode.LOCKED);
                case READY, RESUME ->
                        new UserError(
                                "Workflow " + workflow.id() + " is held by " + holder(workflow),
                                workflow.path().toString(),
                                "wait until it has left, then: foldline workflow "
                                        + name().toLowerCase(Locale.ROOT)
                                        + " "
                                        + workflow.id(),
                                ExitCode.LOCKED);
            };
        }

        private static String holder(RunDirectory workflow) throws IOException {
            return RunLock.holder(workflow.lock())
                    .map(RunLock.Holder::toString)
                    .orElse("another process");
        }
    }

    private static UserError not(String wanted, RunDirectory workflow, WorkflowStatus status) {
        return new UserError(
                "Workflow "
                        + workflow.id()
                        + " is not "
                        + wanted
                        + ". Current status: "
                        + status.word(),
                workflow.path().toString(),
                next(workflow.id(), status),
                ExitCode.FAILED);
    }

    /** Returns the next commands for a workflow without a driver. */
    public static String next(RunId workflow, WorkflowStatus status) {
        var verb =
                switch (status) {
                    case CREATED -> "ready";
                    case READY -> "start";
                    case QUEUED, RUNNING, PAUSED, MERGING, FAILED -> "resume";
                    case COMPLETED, CANCELLED -> "";
                };
        return verb.isEmpty()
                ? "foldline log " + workflow
                : "foldline workflow " + verb + " " + workflow;
    }
}
