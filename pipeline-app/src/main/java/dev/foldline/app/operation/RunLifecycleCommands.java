package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.CHANGED_RUN;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.operation.Operation.Repetition;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.output.ShellWord;
import dev.foldline.app.pull.DrivenRuns;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.repository.Point;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.ChangesSinceHalt;
import dev.foldline.app.run.MissingTexts;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.workflow.WorkflowRuntime;
import dev.foldline.core.command.Command.Abort;
import dev.foldline.core.command.Command.RetryHalted;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.Phase;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cancels a run, or retries one that has halted. */
final class RunLifecycleCommands {
    /** Only the command line waits: other clients return when the run is driven. */
    static final Field<Boolean> WAIT =
            Field.truth("wait", "wait at gates and limits instead of exiting").onCommandLineOnly();

    static final Field<Boolean> RULES =
            Field.truth(
                    "accept_rules",
                    "continue even if the run started under another version of the rules");

    private static final String CANCELLED = "cancelled by the user";
    private static final Field<String> WHY =
            Field.text("why", "reason, for the log").withFallback(CANCELLED).asFlag("TEXT", "-m");
    private static final Field<Boolean> AS_IT_IS =
            Field.truth(
                    "as_it_is", "let the run commit files that you have changed since it halted");
    private static final Field<Boolean> PRE_APPROVE =
            Field.truth(
                            "pre_approve",
                            "approve the next result of the failed phase without seeing it."
                                    + " Otherwise its gate asks again")
                    .onCommandLineOnly();

    private RunLifecycleCommands() {}

    static final Operation CANCEL =
            Operation.command(
                            "cancel",
                            "Cancel a run: kill its agents and save uncommitted work. To continue"
                                    + " later, use `pause` instead.",
                            CommandResult.SCHEMA,
                            Repetition.REFUSED,
                            RunLifecycleCommands::cancel)
                    .withFields(CHANGED_RUN, WHY)
                    .withFailures(ExitCode.FAILED, ExitCode.LOCKED, ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_cancel"));

    static final Operation RETRY =
            Operation.command(
                            "retry",
                            "Retry a halted run from the start of the failed phase with fresh"
                                    + " limits.",
                            RunReport.SCHEMA,
                            Repetition.REFUSED,
                            RunLifecycleCommands::retry)
                    .withFields(CHANGED_RUN, WAIT, RULES, AS_IT_IS, PRE_APPROVE)
                    .withFailures(ExitCode.FAILED, ExitCode.LOCKED, ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_retry"));

    private static OperationResult cancel(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var run = context.findToChange(input.get(CHANGED_RUN), "cancel");
        refuseEnded(run);
        var why = input.get(WHY);
        context.services()
                .confirm(
                        "Cancel run " + run.id() + "?",
                        "foldline cancel "
                                + run.id()
                                + (why.equals(CANCELLED) ? "" : " -m " + ShellWord.of(why)));
        var abort = new Abort(why);
        if (RunLock.holder(run.lock()).isEmpty()) return cancelInactive(context, run, abort);
        var sent = CommandResult.send(context, run, abort, "The run ends; its work is saved.", "");
        // The driver may have exited in between, without saving the work.
        return isLeft(run) ? cancelInactive(context, run, abort) : sent;
    }

    /**
     * Checks the run before the confirmation. A damaged log is reported when it is locked, after
     * the processes of its dead driver have been killed.
     */
    private static void refuseEnded(RunDirectory run) throws IOException {
        Point end;
        try {
            end = RunHistory.open(run).latest();
        } catch (UserError unreadable) {
            return;
        }
        RunResumption.refuseEnded(run, end);
    }

    private static boolean isLeft(RunDirectory run) throws IOException {
        return RunLock.holder(run.lock()).isEmpty()
                && !(RunHistory.open(run).latest().state().lifecycle() instanceof Lifecycle.Ended);
    }

    /**
     * Saves the work and ends a run without a driver. No agent is called, so none need be
     * configured.
     */
    private static OperationResult cancelInactive(
            OperationContext context, RunDirectory run, Abort abort)
            throws IOException, InterruptedException {
        return context.withRepository(
                here -> {
                    var started = RunLauncher.resume(here, run, true, RunResumption::refuseEnded);
                    try {
                        RunResumption.refuseWorkflow(started.log(), "cancel");
                        if (!(started.log().state().slots().recovery() instanceof Recovery.Ending))
                            RunResumption.append(started.log(), abort);
                    } catch (RuntimeException refused) {
                        started.close();
                        throw refused;
                    }
                    return cancelled(
                            run,
                            context.services()
                                    .finish(
                                            here,
                                            started,
                                            view ->
                                                    WorkflowRuntime.withoutAgents(
                                                            here,
                                                            started,
                                                            settings(here, run),
                                                            view)));
                });
    }

    /** A run can be cancelled although its configuration is invalid. */
    private static Optional<Settings> settings(Workspace here, RunDirectory run) {
        try {
            return Optional.of(RunLauncher.configuration(here, run, List.of()).settings());
        } catch (UserError invalid) {
            return Optional.empty();
        }
    }

    private static OperationResult cancelled(RunDirectory run, RunReport report)
            throws IOException {
        var ended = report.point().state().lifecycle() instanceof Lifecycle.Ended;
        var exit = ended ? ExitCode.DONE : report.standing().exit();
        return new OperationResult(
                JsonOutput.fields(
                        "schema",
                        CommandResult.SCHEMA,
                        "ok",
                        ended,
                        "exit",
                        exit.value(),
                        "event",
                        "Aborted",
                        "run",
                        run.id().text(),
                        "driven",
                        false,
                        "next",
                        report.standing().next()),
                paint -> report.text(paint) + saved(run),
                exit);
    }

    /** Where to find what was not committed. */
    private static String saved(RunDirectory run) throws IOException {
        var commits = new ArrayList<String>();
        RunHistory.open(run)
                .walk(
                        moment -> {
                            if (moment.event() instanceof WorkSaved saved)
                                saved.commit().forEach(commits::add);
                            return true;
                        });
        return commits.isEmpty()
                ? ""
                : "  saved     uncommitted work: git show "
                        + ValueFormatter.hash(commits.getLast())
                        + "\n";
    }

    private static OperationResult retry(OperationContext context, Input input)
            throws IOException, InterruptedException {
        return context.withRepository(
                here -> {
                    context.services().refuseIfClosing();
                    var run = context.findToChange(input.get(CHANGED_RUN), "retry");
                    var settings = RunLauncher.configuration(here, run, List.of()).settings();
                    if (context.frontEnd() != FrontEnd.CLI) RunResumption.refuseTask(run);
                    var started =
                            RunLauncher.resume(
                                    here, run, input.get(RULES), RunResumption::refuseEnded);
                    var log = started.log();
                    try {
                        RunResumption.refuseWorkflow(log, "resume");
                        MissingTexts.refuse(started);
                        if (!input.get(AS_IT_IS)) ChangesSinceHalt.refuse(started);
                        RunResumption.append(
                                log,
                                new RetryHalted(
                                        log.state()
                                                .phase()
                                                .filter(_ -> input.get(PRE_APPROVE))
                                                .map(Phase::id),
                                        DrivenRuns.checks(
                                                RunLauncher.placeOf(here, run),
                                                log.state().workflow(),
                                                settings)));
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
                                            RunDriving.DriverProcess.THIS,
                                            input.get(RULES),
                                            Vector.empty()));
                });
    }
}
