package dev.foldline.app.workflow;

import dev.foldline.app.config.Settings;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.RunId;

/** What drives a workflow of tasks and all its children in this process. */
public final class WorkflowRuntime {
    private WorkflowRuntime() {}

    /**
     * A session for the workflow's own run, beside which its children are driven. It is the only
     * one driven here.
     *
     * @param here where agents, checks and children are started; stays open as long as the session
     *     drives
     * @param view receives the workflow's events, and progress lines of its tasks
     */
    public static RunSession session(
            Workspace here, RunId workflow, Settings settings, RunObserver view) {
        return session(
                here, workflow, settings, new AgentPermits(settings.capacity().terminals()), view);
    }

    /**
     * The same, beside other workflows that are driven here.
     *
     * @param permits of all of them
     */
    public static RunSession session(
            Workspace here,
            RunId workflow,
            Settings settings,
            AgentPermits permits,
            RunObserver view) {
        return session(here, workflow, settings, permits, new DriverOptions(false), view);
    }

    /**
     * The same.
     *
     * @param manner of the workflow and of its children, whose agents wait for permits
     */
    static RunSession session(
            Workspace here,
            RunId workflow,
            Settings settings,
            AgentPermits permits,
            DriverOptions manner,
            RunObserver view) {
        var share = permits.of(workflow, settings.capacity().terminals());
        var permitted = new DriverOptions(manner.waits(), share);
        return alone(settings, permitted, view)
                .beside(
                        new ChildRunSupervisor(
                                here,
                                workflow,
                                share,
                                watched -> alone(settings, permitted, watched),
                                view,
                                settings.watch().poll()));
    }

    /** Creates a session for one run without child runs. */
    static RunSession alone(Settings settings, DriverOptions manner, RunObserver view) {
        return new RunSession(
                WorkflowFactory.agents(settings),
                settings.team().env(),
                new Templates(settings.team().prompts()),
                manner,
                view);
    }
}
