package dev.foldline.app.trace;

import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.ForwardingObserver;
import dev.foldline.app.run.RunObserver;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Author;
import dev.foldline.core.event.Event;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.store.RunId;

import io.vavr.control.Option;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * Sends the trace of a run beside another observer. It only says that there are new events: the
 * trace is made from the log, on another thread.
 */
public final class RunTracer extends ForwardingObserver {
    private static final Duration CLOSING = Duration.ofSeconds(3);

    private final Workspace here;
    private final AgentRegistry agents;
    private final String endpoint;
    private final CollectorStatus collector;
    private @Nullable TraceFollower follower;

    private RunTracer(
            RunObserver view,
            Workspace here,
            AgentRegistry agents,
            String endpoint,
            CollectorStatus collector) {
        super(view);
        this.here = here;
        this.agents = agents;
        this.endpoint = endpoint;
        this.collector = collector;
    }

    /** Wraps the observers of a run and its child runs, which share their warnings. */
    public static UnaryOperator<RunObserver> wrapper(
            Workspace here, AgentRegistry agents, String endpoint) {
        var collector = new CollectorStatus(CLOSING);
        return view -> new RunTracer(view, here, agents, endpoint, collector);
    }

    @Override
    public void begins(PipelineState state, String root) {
        super.begins(state, root);
        follower =
                TraceFollower.start(
                        here.runs().directory(new RunId(state.header().run())),
                        new RunSpans(agents),
                        () -> new OtlpExporter(endpoint, here.environment()),
                        collector,
                        why -> notice("otel.endpoint " + endpoint + ": " + why));
    }

    @Override
    public void onEvent(
            Event event, Option<String> message, Option<Author> by, PipelineState state) {
        super.onEvent(event, message, by, state);
        var open = follower;
        if (open != null) open.wake();
    }

    @Override
    public void leaves() {
        super.leaves();
        var open = follower;
        if (open != null) open.close();
        follower = null;
    }
}
