package dev.foldline.app.operation;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.operation.OperationContext.RepositoryAction;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.BackgroundDriver;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.workflow.WorkflowHost;
import dev.foldline.app.workflow.WorkflowRecovery;
import dev.foldline.app.workflow.WorkflowRuntime;
import dev.foldline.core.PipelineBug;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * For a front end that cannot wait and may end before the run: each run is driven by a process of
 * its own.
 */
public record BackgroundServices(Path directory, Map<String, String> environment)
        implements FrontEndServices {

    @Override
    public <T> T withRepository(RepositoryAction<T> action)
            throws IOException, InterruptedException {
        try (var here = Workspace.open(directory, environment)) {
            return action.in(here);
        }
    }

    @Override
    public ExitCode drive(Workspace here, Started workflow, Settings settings)
            throws IOException, InterruptedException {
        BackgroundDriver.start(
                new BackgroundDriver.Ground(here.root(), environment),
                here,
                workflow,
                List.of("workflow", "resume", workflow.log().directory().id().text()));
        return ExitCode.DONE;
    }

    @Override
    public ExitCode await(
            Workspace here, RunDirectory workflow, Settings settings, WorkflowHost.Turn turn)
            throws IOException, InterruptedException {
        BackgroundDriver.queue(
                new BackgroundDriver.Ground(here.root(), environment),
                workflow,
                List.of("workflow", "resume", workflow.id().text()));
        return ExitCode.DONE;
    }

    @Override
    public void finish(Workspace here, Started workflow, Settings settings)
            throws IOException, InterruptedException {
        try {
            WorkflowRuntime.session(
                            here, workflow.log().directory().id(), settings, RunObserver.NONE)
                    .drive(workflow);
        } finally {
            if (workflow.workspace() != here) workflow.workspace().close();
        }
    }

    @Override
    public OperationResult drive(Workspace here, Started run, Settings settings, RunDriving driving)
            throws IOException, InterruptedException {
        return start(new BackgroundDriver.Ground(here.root(), environment), here, run, driving);
    }

    /** Leaves a run to a process of its own, and reports it. */
    public static OperationResult start(
            BackgroundDriver.Ground ground, Workspace here, Started started, RunDriving driving)
            throws IOException, InterruptedException {
        var run = started.log().directory();
        var taken = BackgroundDriver.start(ground, here, started, driving.command(run));
        var report = RunReport.ofRunning(run, RunHistory.open(run).latest(), taken.root());
        return OperationResult.of(
                report.document(),
                _ ->
                        run.id()
                                + " is driven by process "
                                + taken.pid()
                                + "; its output is in "
                                + BackgroundDriver.output(run)
                                + "\n"
                                + String.join(
                                        "",
                                        report.standing().next().stream()
                                                .map(next -> "  next      " + next + "\n")
                                                .toList()));
    }

    @Override
    public WorkflowRecovery.Found recover(Workspace here) {
        throw new PipelineBug("workflow recover is not offered here");
    }
}
