package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.CHANGED_RUN;
import static dev.foldline.app.operation.RunLifecycleCommands.RULES;
import static dev.foldline.app.operation.RunLifecycleCommands.WAIT;

import dev.foldline.app.config.FlagValue;
import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.gate.OfflineApproval;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.app.pull.PlanSeries;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.MissingTexts;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunTakeover;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.app.workflow.WorkflowLookup;
import dev.foldline.app.workflow.WorkflowRuntime;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.ParentRun;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Instant;

/** Resumes a run where it is. */
public final class RunResumption {
    /** Instead of a phase: the run is to pause before none. */
    private static final String NOWHERE = "end";

    private static final String FLEET = "fleet";

    static final Field<Vector<String>> BUDGET =
            Field.texts(
                            "budget",
                            "first raise a limit of the run or of a phase: agent_calls, wall, usd"
                                    + " or tokens")
                    .withFallback(Vector.empty())
                    .asFlag("[PHASE.]KEY=[+]VALUE", "--budget");
    private static final Field<String> UNTIL =
            Field.text(
                            "until",
                            "pause before this phase instead of the one set before; 'end' clears"
                                    + " it")
                    .asFlag("PHASE", "--until");
    private static final Field<Boolean> NOW =
            Field.truth(
                    "now",
                    "retry now instead of waiting for an agent's limit or a retry; the preferred"
                            + " agent is called first");
    private static final Field<Boolean> AS_IT_IS =
            Field.truth("as_it_is", "continue even if files have changed since a gate was approved")
                    .onCommandLineOnly();
    private static final Field<Boolean> DETACH =
            Field.truth(
                            "detach",
                            "drive the run in a background process that outlives this terminal")
                    .onCommandLineOnly();

    static final Field<String> FROM =
            Field.text("from", "first take the shared run from this remote or repository")
                    .asFlag("REMOTE", "--from")
                    .onCommandLineOnly();
    static final Field<Boolean> TAKE_OVER =
            Field.truth("take_over", "with --from: take the run although its driver may be alive")
                    .onCommandLineOnly();

    private static final Field<String> ON =
            Field.choice(
                            "on",
                            "where the run is driven: here, or by a worker of the fleet; it must be"
                                    + " shared then",
                            "here",
                            FLEET)
                    .asFlag("PLACE", "--on")
                    .onCommandLineOnly();

    /** What a detached driver still has to know of the flags of {@code run}. */
    private static final Field<Vector<String>> SET =
            Field.texts("set", "set a key of foldline.yaml for this driver (repeatable)")
                    .withFallback(Vector.empty())
                    .asFlag("KEY=VALUE", "--set")
                    .onCommandLineOnly();

    private static final Field<String> STOP_AFTER =
            Field.text("stop_after", "pause after this time, such as 50m, and exit with 75")
                    .asFlag("TIME", "--stop-after")
                    .onCommandLineOnly();

    /** For answers to gates: a run without a driver is resumed at once. */
    static final Field<Boolean> AFTER_ANSWER =
            Field.truth("resume", "then resume the run here, if it has no driver")
                    .onCommandLineOnly();

    private RunResumption() {}

    public static final Operation RESUME =
            Operation.command(
                            "resume",
                            "Resume a run.",
                            RunReport.SCHEMA,
                            Repetition.REFUSED,
                            RunResumption::resume)
                    .withFields(
                            CHANGED_RUN,
                            BUDGET,
                            UNTIL,
                            WAIT,
                            NOW,
                            RULES,
                            AS_IT_IS,
                            DETACH,
                            SET,
                            FROM,
                            TAKE_OVER,
                            ON,
                            STOP_AFTER)
                    .withFailures(ExitCode.FAILED, ExitCode.LOCKED, ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Own("POST /api/runs/{id}/resume"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_resume"));

    /**
     * Resumes a run that was answered, if the user asks for it and it has no driver. A task resumes
     * with its workflow, as the answer says.
     */
    static OperationResult afterAnswer(
            OperationContext context, Input input, RunDirectory run, OperationResult sent)
            throws IOException, InterruptedException {
        if (!input.get(AFTER_ANSWER)
                || RunLock.holder(run.lock()).isPresent()
                || WorkflowLookup.resumption(run).isDefined()) return sent;
        Map<String, Object> words =
                HashMap.of(CHANGED_RUN.name(), run.id().text(), AS_IT_IS.name(), asItIs(input));
        return resume(context, Input.of(words));
    }

    private static boolean asItIs(Input input) {
        return input.find(AS_IT_IS).getOrElse(false);
    }

    private static OperationResult resume(OperationContext context, Input input)
            throws IOException, InterruptedException {
        try {
            return context.withRepository(here -> resume(context, input, here));
        } catch (RunAlreadyEnded over) {
            if (context.frontEnd() != FrontEnd.CLI) throw over;
            return completed(context, over);
        }
    }

    private static OperationResult resume(OperationContext context, Input input, Workspace here)
            throws IOException, InterruptedException {
        context.services().refuseIfClosing();
        if (input.find(ON).contains(FLEET)) return FleetResumption.submit(context, input, here);
        var time = input.find(STOP_AFTER).map(RunDriving::time);
        var run = run(context, input, here);
        if (input.get(NOW) && !startsDriver(input) && isDrivenElsewhere(context, run))
            return CommandResult.send(
                    context,
                    run,
                    new Command.SkipWait(Instant.now()),
                    "Run " + run.id() + " retries now.",
                    "");
        if (context.frontEnd() != FrontEnd.CLI) refuseTask(run);
        var settings =
                RunLauncher.configuration(here, run, input.get(SET).map(FlagValue::set).asJava())
                        .settings();
        var next = PlanSeries.next(here, run, settings);
        var started =
                next.isDefined()
                        ? next.get()
                        : RunLauncher.resume(
                                here, run, input.get(RULES), RunResumption::refuseEnded);
        try {
            prepare(started, settings.team(), input);
            WorkflowRuntime.wakeChildren(here, started);
        } catch (IOException | RuntimeException refused) {
            started.close();
            throw refused;
        }
        return context.services()
                .drive(
                        here,
                        started,
                        settings,
                        new RunDriving(
                                input.get(WAIT),
                                RunDriving.DriverProcess.of(input.get(DETACH)),
                                input.get(RULES),
                                input.get(SET),
                                time));
    }

    private static RunDirectory run(OperationContext context, Input input, Workspace here)
            throws IOException {
        for (var remote : input.find(FROM))
            return RunTakeover.take(
                    here,
                    input.get(CHANGED_RUN),
                    context.directory(),
                    remote,
                    input.get(TAKE_OVER));
        return context.findToChange(input.get(CHANGED_RUN), "resume");
    }

    /** Skipping a wait is the only request that does not need a new driver. */
    private static boolean startsDriver(Input input) {
        return input.get(BUDGET).nonEmpty()
                || input.find(UNTIL).isDefined()
                || input.find(STOP_AFTER).isDefined()
                || input.get(WAIT)
                || input.get(DETACH);
    }

    private static boolean isDrivenElsewhere(OperationContext context, RunDirectory run)
            throws IOException {
        return RunLock.holder(run.lock()).isPresent()
                || (context.frontEnd() == FrontEnd.CLI
                        && WorkflowLookup.resumption(run).isDefined());
    }

    private static void prepare(Started started, Settings.Team team, Input input)
            throws IOException {
        var log = started.log();
        refuseWorkflow(log, "resume");
        MissingTexts.refuse(started);
        if (!input.get(AS_IT_IS)) OfflineApproval.refuseOther(started);
        if (log.state().slots().recovery() instanceof Recovery.Halted(var failure))
            throw new UserError(
                    "the run has halted: " + failure.fault().message(),
                    log.directory().events().toString(),
                    "foldline retry " + log.directory().id(),
                    ExitCode.FAILED);
        // First: without a wait, there is nothing to skip.
        if (input.get(NOW)) append(log, new Command.SkipWait(Instant.now()));
        if (input.get(BUDGET).nonEmpty())
            append(
                    log,
                    BudgetIncrease.raised(
                            log.state(),
                            input.get(BUDGET).asJava(),
                            agent -> WorkflowFactory.cost(team, agent)));
        var paused = log.state().lifecycle() instanceof Lifecycle.Paused;
        // First: a driver that dies in between must not run past the requested phase.
        for (var phase : input.find(UNTIL))
            append(
                    log,
                    new Command.SetUntil(Option.of(phase).filter(each -> !each.equals(NOWHERE))));
        if (paused) append(log, new Command.Resume());
    }

    /**
     * Rejects a task: its workflow would find it driven by a process that does not report its
     * result.
     */
    static void refuseTask(RunDirectory run) throws IOException {
        var state = RunHistory.open(run).latest().state();
        for (var parent :
                state.header()
                        .parent()
                        .filter(_ -> !(state.lifecycle() instanceof Lifecycle.Ended)))
            throw new UserError(
                    "run " + run.id() + " is a task of workflow " + parent.run(),
                    run.events().toString(),
                    WorkflowLookup.resumption(state, parent),
                    ExitCode.FAILED);
    }

    /**
     * Maps the result to an exit code: a run that has completed its phase is done; any other end
     * keeps its code.
     */
    private static OperationResult completed(OperationContext context, RunAlreadyEnded over)
            throws IOException {
        var report = RunReport.of(over.run(), over.end(), context.directory());
        if (!(over.end().state().lifecycle() instanceof Lifecycle.Ended(Outcome.Completed _)))
            throw new UserError(
                    over.message(), over.place(), over.hint(), report.standing().exit());
        return OperationResult.of(
                report.document(), _ -> "Run " + over.run().id() + " is already completed.\n");
    }

    /** Rejects a run that has ended. */
    static void refuseEnded(RunLog log) {
        refuseEnded(log.directory(), new Point(log.seq(), log.state()));
    }

    /** The same without the lock of the log. */
    static void refuseEnded(RunDirectory run, Point point) {
        if (point.state().lifecycle() instanceof Lifecycle.Ended)
            throw new RunAlreadyEnded(run, point, instead(run, point.state()));
    }

    /** A task and its workflow resume together: the workflow's status says what to do. */
    private static String instead(RunDirectory run, PipelineState state) {
        var isWorkflow = state.workflow().name().equals(Tasks.NAME);
        return state.header()
                .parent()
                .map(ParentRun::run)
                .orElse(Option.when(isWorkflow, run.id().text()))
                .map(workflow -> "foldline workflow status " + workflow)
                .getOrElse("foldline run \"what to do\"");
    }

    /** Rejects a workflow of tasks, which resumes and ends with its tasks. */
    static void refuseWorkflow(RunLog log, String verb) {
        if (log.state().workflow().name().equals(Tasks.NAME))
            throw new UserError(
                    "run " + log.directory().id() + " is a workflow",
                    log.directory().events().toString(),
                    "foldline workflow " + verb + " " + log.directory().id(),
                    ExitCode.USAGE);
    }

    /** Returns the command that continues a run without a driver. */
    private static String next(RunLog log) {
        return RunSummary.of(log.state(), log.directory().id().text(), false).next().getFirst();
    }

    /** Appends a command to the log of a run without an active driver. */
    static void append(RunLog log, Command command) {
        log.submit(command, Option.none())
                .getOrElseThrow(
                        (Rejection refused) ->
                                new UserError(
                                        refused.message(),
                                        log.directory().events().toString(),
                                        next(log),
                                        ExitCode.FAILED));
    }
}
