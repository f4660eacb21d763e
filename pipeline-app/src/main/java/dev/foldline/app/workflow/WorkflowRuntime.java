package dev.foldline.app.workflow;

import dev.foldline.app.config.Settings;
import dev.foldline.app.forge.RepositoryForge;
import dev.foldline.app.notify.RunNotifier;
import dev.foldline.app.provenance.ProvenanceNotes;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.DriverOptions.ForgeOptions;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.app.trace.RunTracer;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.forge.AnswerRules;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.recording.RunRecording;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Creates the sessions that drive runs and their child runs in this process. */
public final class WorkflowRuntime {
    private static final Duration ENDING_POLL = Duration.ofSeconds(5);

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
        return sessions(here, settings, permits).supervising(workflow, manner.waits(), view);
    }

    /** Creates a session for a run of any workflow, with its child runs if it has any. */
    public static RunSession session(
            Workspace here,
            Started run,
            Settings settings,
            DriverOptions options,
            RunObserver view) {
        return sessions(here, settings, new AgentPermits(settings.capacity().terminals()))
                .of(run.log().state(), options, view);
    }

    /**
     * The same, with other agents than the configured ones.
     *
     * @param agents the agents that the run and its child runs may call
     */
    public static RunSession session(
            Workspace here,
            Started run,
            Settings settings,
            AgentRegistry agents,
            DriverOptions options,
            RunObserver view) {
        return sessions(here, settings, agents, new AgentPermits(settings.capacity().terminals()))
                .of(run.log().state(), options, view);
    }

    /**
     * Creates a session that ends a run and its child runs, and calls no agent.
     *
     * @param settings none if they cannot be read
     */
    public static RunSession withoutAgents(
            Workspace here, Started run, Optional<Settings> settings, RunObserver view) {
        var tracer =
                settings.map(known -> tracer(here, WorkflowFactory.agents(known), known))
                        .orElse(UnaryOperator.identity());
        return new RunSessions(
                        here,
                        new AgentPermits(1),
                        1,
                        ENDING_POLL,
                        (options, watched) ->
                                new RunSession(
                                        new AgentRegistry(Map.of()),
                                        List.of(),
                                        Templates.OURS,
                                        options,
                                        tracer.apply(watched)))
                .of(
                        run.log().state(),
                        new DriverOptions(false)
                                .recording(new RunRecording(run.log().directory()).exists()),
                        view);
    }

    /** Resumes paused child runs and retries halted ones, because the user resumes their parent. */
    public static void wakeChildren(Workspace here, Started parent) throws IOException {
        RunResumer.wakeChildren(here, parent.log().state(), RunResumer::retried);
    }

    private static RunSessions sessions(Workspace here, Settings settings, AgentPermits permits) {
        return sessions(here, settings, WorkflowFactory.agents(settings), permits);
    }

    private static RunSessions sessions(
            Workspace here, Settings settings, AgentRegistry agents, AgentPermits permits) {
        var tracer = tracer(here, agents, settings);
        return new RunSessions(
                here,
                permits,
                settings.capacity().terminals(),
                settings.watch().poll(),
                (options, watched) ->
                        alone(
                                settings,
                                agents,
                                options.with(forge(here, settings)),
                                tracer.apply(
                                        noting(
                                                RunNotifier.around(
                                                        watched, here, settings.notifications()),
                                                here,
                                                settings))));
    }

    /** Wraps the observers of a session's runs, so that their traces are sent if configured. */
    public static UnaryOperator<RunObserver> tracer(
            Workspace here, AgentRegistry agents, Settings settings) {
        var endpoint = settings.otel().endpoint();
        return endpoint.isPresent()
                ? RunTracer.wrapper(here, agents, endpoint.get())
                : UnaryOperator.identity();
    }

    private static RunObserver noting(RunObserver view, Workspace here, Settings settings) {
        return switch (settings.workplace().provenance()) {
            case OFF -> view;
            case NOTES -> ProvenanceNotes.around(view, here);
        };
    }

    /** Returns the repository's forge, and how it is asked about pull requests. */
    public static ForgeOptions forge(Workspace here, Settings settings) {
        var keys = settings.forge();
        return new ForgeOptions(
                new RepositoryForge(here, keys),
                new AnswerRules(Vector.ofAll(keys.approvers())),
                keys.poll(),
                keys.response().settle());
    }

    /** Creates a session for one run without child runs, with the configured agents. */
    static RunSession alone(Settings settings, DriverOptions manner, RunObserver view) {
        return alone(settings, WorkflowFactory.agents(settings), manner, view);
    }

    private static RunSession alone(
            Settings settings, AgentRegistry agents, DriverOptions manner, RunObserver view) {
        return new RunSession(
                agents,
                settings.team().env(),
                new Templates(settings.team().prompts()),
                manner.recording(settings.record() == Settings.RunRecord.ON),
                view);
    }
}
