package dev.foldline.effects.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.EffectKey;
import dev.foldline.core.event.AgentEvent.AgentFailed;
import dev.foldline.core.event.AgentEvent.AgentFinished;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Fault;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Policy.Deadlines;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.HandlerFixture;
import dev.foldline.effects.process.ProcessRunner;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Calls of an agent that is a shell script, in a workplace. */
public final class AgentCalls {
    public static final EffectKey PLACE = new EffectKey("iterate", 0, "development", 2, 1, 1);
    public static final Deadlines PATIENT = new Deadlines(240_000, 240_000, 240_000, 240_000);
    public static final long TICKET = 7;

    final HandlerFixture at;
    private Deadlines deadlines = PATIENT;
    private Vector<String> kept = Vector.empty();
    private List<String> env = List.of();
    private Consumer<String> activity = line -> {};
    private final Cancellation stop = new Cancellation();

    public AgentCalls(HandlerFixture at) {
        this.at = at;
    }

    /** Times in milliseconds: in all, until the first sign of life, between two. */
    AgentCalls deadlines(long total, long start, long idle) {
        deadlines = new Deadlines(total, start, idle, 60_000);
        return this;
    }

    /** Time in milliseconds to exit after the last frame. */
    AgentCalls exit(long millis) {
        deadlines =
                new Deadlines(
                        deadlines.agentMillis(),
                        deadlines.agentStartMillis(),
                        deadlines.agentIdleMillis(),
                        deadlines.checkMillis(),
                        Option.of(millis));
        return this;
    }

    AgentCalls keeping(String... paths) throws IOException {
        kept = Vector.of(paths);
        at.git.saveWork(
                at.context().keptRef(), "kept", dev.foldline.effects.git.Exclusions.engine());
        return this;
    }

    AgentCalls env(String... names) {
        env = List.of(names);
        return this;
    }

    AgentCalls withListener(Consumer<String> listener) {
        activity = listener;
        return this;
    }

    Cancellation stop() {
        return stop;
    }

    Event shell(String line) throws IOException {
        return call(new CommandLine.Shell(line), "do it");
    }

    Event call(CommandLine line, String prompt) throws IOException {
        return call(new AgentDefinition.Program(line, env, Optional.of("small")), prompt);
    }

    public Event call(AgentDefinition agent, String prompt) throws IOException {
        var book = new AgentRegistry(Map.of("mine", agent));
        var effect =
                new InvokeAgent(
                        PLACE,
                        "developer",
                        "mine",
                        at.blob(prompt),
                        Option.none(),
                        kept,
                        deadlines,
                        Option.none(),
                        Option.none(),
                        Option.none());
        return new AgentHandler(at.context(), book, new ProcessRunner(), activity, started -> {})
                .call(TICKET, effect, stop);
    }

    AgentFinished finished(String line) throws IOException {
        var event = shell(line);
        assertThat(event).isInstanceOf(AgentFinished.class);
        return (AgentFinished) event;
    }

    Fault failed(String line) throws IOException {
        return fault(shell(line));
    }

    public static Fault fault(Event event) {
        assertThat(event).isInstanceOf(AgentFailed.class);
        return ((AgentFailed) event).fault();
    }

    public String transcript(AgentFinished event) throws IOException {
        return at.text(event.transcript().get());
    }

    Path file(String path) {
        return at.root.resolve(path);
    }
}
