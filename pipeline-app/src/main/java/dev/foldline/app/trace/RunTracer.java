package dev.foldline.app.trace;

import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import org.jspecify.annotations.Nullable;

/**
 * Sends the trace of a run beside another observer. It only says that there are new events: the
 * trace is made from the log, on another thread.
 */
public final class RunTracer implements RunObserver {
    private final RunObserver view;
    private final Workspace here;
    private final AgentRegistry agents;
    private final String endpoint;
    private @Nullable TraceFollower follower;

    private RunTracer(RunObserver view, Workspace here, AgentRegistry agents, String endpoint) {
        this.view = view;
        this.here = here;
        this.agents = agents;
        this.endpoint = endpoint;
    }

    public static RunObserver around(
            RunObserver view, Workspace here, AgentRegistry agents, String endpoint) {
        return new RunTracer(view, here, agents, endpoint);
    }

    @Override
    public void begins(PipelineState state, String root) {
        view.begins(state, root);
        follower =
                TraceFollower.start(
                        here.runs().directory(new RunId(state.header().run())),
                        new RunSpans(agents),
                        new OtlpExporter(endpoint, here.environment()),
                        why -> view.notice("otel.endpoint " + endpoint + ": " + why));
    }

    @Override
    public void onEvent(
            Event event, Option<String> message, Option<Author> by, PipelineState state) {
        view.onEvent(event, message, by, state);
        var open = follower;
        if (open != null) open.wake();
    }

    @Override
    public void activity(String line) {
        view.activity(line);
    }

    @Override
    public void notice(String text) {
        view.notice(text);
    }

    @Override
    public boolean isCancelled() {
        return view.isCancelled();
    }

    @Override
    public void onTaskMessage(String task, String text) {
        view.onTaskMessage(task, text);
    }

    @Override
    public void leaves() {
        view.leaves();
        var open = follower;
        if (open != null) open.close();
        follower = null;
    }

    @Override
    public void close() {
        view.close();
    }
}
