package dev.foldline.app.server.call;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.operation.BackgroundServices;
import dev.foldline.app.operation.FrontEndServices;
import dev.foldline.app.operation.OperationContext.RepositoryAction;
import dev.foldline.app.operation.OperationResult;
import dev.foldline.app.operation.RunDriving;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.BackgroundDriver;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.workflow.WorkflowHost;
import dev.foldline.app.workflow.WorkflowRecovery;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;

/** The server: its repository stays open, and it drives the workflows itself. */
record ServerServices(ApiContext context) implements FrontEndServices {

    @Override
    public <T> T withRepository(RepositoryAction<T> action)
            throws IOException, InterruptedException {
        return action.in(context.here());
    }

    @Override
    public void refuseIfClosing() {
        context.hosting().refuseIfLeaving();
    }

    @Override
    public ExitCode drive(Workspace here, Started workflow, Settings settings) {
        context.hosting().drive(workflow);
        return ExitCode.DONE;
    }

    @Override
    public ExitCode await(
            Workspace here, RunDirectory workflow, Settings settings, WorkflowHost.Turn turn) {
        context.hosting().queue(workflow, turn);
        return ExitCode.DONE;
    }

    @Override
    public void finish(Workspace here, Started workflow, Settings settings)
            throws InterruptedException {
        context.hosting().drive(workflow).join();
    }

    @Override
    public OperationResult drive(Workspace here, Started run, Settings settings, RunDriving driving)
            throws IOException, InterruptedException {
        return BackgroundServices.start(
                new BackgroundDriver.Ground(here.root(), here.environment()), here, run, driving);
    }

    @Override
    public WorkflowRecovery.Found recover(Workspace here) throws IOException {
        return context.recovery().all();
    }
}
