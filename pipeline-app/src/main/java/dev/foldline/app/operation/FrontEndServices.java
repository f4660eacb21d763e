package dev.foldline.app.operation;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.operation.OperationContext.RepositoryAction;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.workflow.WorkflowHost;
import dev.foldline.app.workflow.WorkflowRecovery;
import dev.foldline.core.PipelineBug;
import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.util.function.Function;

/** What each front end does in its own way: confirm, open the repository, drive what starts. */
public interface FrontEndServices {

    /** Uses the repository of the request. */
    <T> T withRepository(RepositoryAction<T> action) throws IOException, InterruptedException;

    /**
     * Asks for confirmation of an irreversible action where a user is present. For other clients
     * the request is the confirmation.
     *
     * @param command the command line that needs no confirmation
     * @throws UserError if the user refuses
     */
    default void confirm(String question, String command) throws IOException {}

    /** What is done with a text that the user has changed. */
    @FunctionalInterface
    interface TextUse<T> {
        /**
         * @throws UserError if the text does not fit
         */
        T of(byte[] text) throws IOException, InterruptedException;
    }

    /**
     * Lets the user change a text where one is present. A text that does not fit is kept.
     *
     * @param name the name of the file in which it is changed
     * @param command the command line that takes a file with the text as its last argument
     * @throws UserError if there is no editor, or the text is unchanged or does not fit
     */
    default <T> T edit(String name, String text, String command, TextUse<T> use)
            throws IOException, InterruptedException {
        throw new PipelineBug("this front end has no editor");
    }

    /**
     * @throws UserError if this front end is shutting down and drives nothing more
     */
    default void refuseIfClosing() {}

    /**
     * Drives a workflow: in the foreground until it ends or waits, or elsewhere without waiting.
     *
     * @return what the workflow's own run ended with; done if it is driven elsewhere
     */
    ExitCode drive(Workspace here, Started workflow, Settings settings)
            throws IOException, InterruptedException;

    /**
     * Drives a workflow as soon as fewer workflows run: in the foreground, or elsewhere without
     * waiting.
     *
     * @param turn returns the session to drive
     * @return as {@link #drive}
     * @throws UserError if another process waits for it
     */
    ExitCode await(Workspace here, RunDirectory workflow, Settings settings, WorkflowHost.Turn turn)
            throws IOException, InterruptedException;

    /** Drives a workflow until it has ended. */
    void finish(Workspace here, Started workflow, Settings settings)
            throws IOException, InterruptedException;

    /** Drives a run: in the foreground until it ends or waits, or in a process of its own. */
    OperationResult drive(Workspace here, Started run, Settings settings, RunDriving driving)
            throws IOException, InterruptedException;

    /** Drives a run until it has ended, and reports its state then. */
    default RunReport finish(Workspace here, Started run, Function<RunObserver, RunSession> session)
            throws IOException, InterruptedException {
        var directory = run.log().directory();
        try {
            var driven = session.apply(RunObserver.NONE).drive(run);
            return RunReport.of(
                            directory, RunHistory.open(directory).latest(), run.workspace().root())
                    .leftFor(driven.exit());
        } finally {
            if (run.workspace() != here) run.workspace().close();
        }
    }

    /** Resumes all workflows whose driver died. */
    WorkflowRecovery.Found recover(Workspace here) throws IOException, InterruptedException;
}
