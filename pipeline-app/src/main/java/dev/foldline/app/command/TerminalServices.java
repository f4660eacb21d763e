package dev.foldline.app.command;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.operation.BackgroundServices;
import dev.foldline.app.operation.FrontEndServices;
import dev.foldline.app.operation.OperationContext.RepositoryAction;
import dev.foldline.app.operation.OperationResult;
import dev.foldline.app.operation.RunDriving;
import dev.foldline.app.pull.DrivenRuns;
import dev.foldline.app.pull.PlanSeries;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.BackgroundDriver;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunResult;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.SignalHandler;
import dev.foldline.app.view.TerminalContext;
import dev.foldline.app.view.TerminalContext.Detail;
import dev.foldline.app.view.Views;
import dev.foldline.app.workflow.WorkflowHost;
import dev.foldline.app.workflow.WorkflowQueue;
import dev.foldline.app.workflow.WorkflowRecovery;
import dev.foldline.app.workflow.WorkflowRuntime;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.function.Function;

/** The command line: asks at the terminal, and drives in the foreground with a view. */
public record TerminalServices(Console console) implements FrontEndServices {

    @Override
    public <T> T withRepository(RepositoryAction<T> action)
            throws IOException, InterruptedException {
        try (var here = Workspace.open(console.directory(), console.environment())) {
            return action.in(here);
        }
    }

    @Override
    public void confirm(String question, String command) throws IOException {
        console.agree(question, command);
    }

    @Override
    public <T> T edit(String name, String text, String command, TextUse<T> use)
            throws IOException, InterruptedException {
        return new TextEditor(console).edit(name, text, command, use);
    }

    @Override
    public ExitCode drive(Workspace here, Started workflow, Settings settings)
            throws IOException, InterruptedException {
        var id = workflow.log().directory().id();
        return finish(here, workflow, view -> WorkflowRuntime.session(here, id, settings, view))
                .standing()
                .exit();
    }

    @Override
    public ExitCode await(
            Workspace here, RunDirectory workflow, Settings settings, WorkflowHost.Turn turn)
            throws IOException, InterruptedException {
        var slot = new WorkflowQueue(here.runs()).await(workflow, settings.capacity().workflows());
        if (slot.isEmpty()) return ExitCode.DONE;
        try (var taken = slot.get()) {
            var started = turn.taken(taken);
            return started.isPresent() ? drive(here, started.get(), settings) : ExitCode.DONE;
        }
    }

    @Override
    public void finish(Workspace here, Started workflow, Settings settings)
            throws IOException, InterruptedException {
        drive(here, workflow, settings);
    }

    @Override
    public OperationResult drive(Workspace here, Started run, Settings settings, RunDriving driving)
            throws IOException, InterruptedException {
        console.about(run.log().directory().path());
        if (driving.process() == RunDriving.DriverProcess.DETACHED)
            return BackgroundServices.start(
                    new BackgroundDriver.Ground(console.directory(), console.environment()),
                    here,
                    run,
                    driving);
        var report = driveSeries(here, run, settings, driving);
        DrivenRuns.report(report.point().state(), here.runs().blobs())
                .ifPresent(words -> console.note("the agent asks for help:\n" + words));
        return new OperationResult(report.document(), report::text, report.standing().exit());
    }

    /**
     * Drives a run, and in a series the runs that follow it. A signal that comes between two runs,
     * or too late to pause the first, starts no other.
     */
    private RunReport driveSeries(
            Workspace here, Started first, Settings settings, RunDriving driving)
            throws IOException, InterruptedException {
        try (var signals = new SignalHandler(_ -> {}, _ -> {})) {
            var run = first;
            while (true) {
                var report = driveOne(here, run, settings, driving);
                var directory = run.log().directory();
                var stopped = signals.stopped();
                if (stopped.isPresent() && report.isDue()) return report.leftFor(stopped);
                var next =
                        report.isDue()
                                ? PlanSeries.next(here, directory, settings)
                                : Option.<Started>none();
                if (next.isEmpty()) return report;
                console.note(
                        "pull request "
                                + report.series().get().series().number()
                                + " is merged; run "
                                + next.get().log().directory().id()
                                + " continues the plan");
                run = next.get();
            }
        }
    }

    private RunReport driveOne(Workspace here, Started run, Settings settings, RunDriving driving)
            throws IOException, InterruptedException {
        return finish(
                here,
                run,
                view ->
                        WorkflowRuntime.session(
                                here,
                                run,
                                settings,
                                new DriverOptions(driving.waits())
                                        .stoppingAfter(driving.stopAfter()),
                                view));
    }

    /** Drives a run as far as it gets, and reports its state then. */
    @Override
    public RunReport finish(
            Workspace here, Started started, Function<RunObserver, RunSession> session)
            throws IOException, InterruptedException {
        var directory = started.log().directory();
        console.about(directory.path());
        RunResult driven;
        try (RunObserver view = Views.choose(audience(console), console.err())) {
            driven = session.apply(view).drive(started);
        } finally {
            if (started.workspace() != here) started.workspace().close();
        }
        return RunReport.of(
                        directory, RunHistory.open(directory).latest(), started.workspace().root())
                .leftFor(driven.exit());
    }

    /** The user at the terminal. With {@code --json} the view is plain. */
    public static TerminalContext audience(Console console) {
        var detail =
                console.isQuiet()
                        ? Detail.QUIET
                        : console.isVerbose() ? Detail.VERBOSE : Detail.USUAL;
        return TerminalContext.ofDriver(
                console.isTerminal() && !console.isJson(), console.paint().coloured(), detail);
    }

    @Override
    public WorkflowRecovery.Found recover(Workspace here) throws IOException, InterruptedException {
        var capacity =
                RunLauncher.configuration(here.root(), console.environment()).settings().capacity();
        return new WorkflowRecovery(here)
                .all(
                        capacity,
                        new RunObserver() {
                            @Override
                            public void notice(String text) {
                                console.note(text);
                            }
                        });
    }
}
