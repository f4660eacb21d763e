package dev.foldline.effects.world;

import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.Inline;
import dev.foldline.core.effect.RunEffect.EnterPhase;
import dev.foldline.core.effect.RunEffect.OpenGate;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.effect.RunEffect.RecordRecovery;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.event.RunEvent.RecoveryRecorded;
import dev.foldline.core.state.Fault;
import dev.foldline.effects.agent.AgentBook;
import dev.foldline.effects.agent.AgentHandler;
import dev.foldline.effects.artifact.ArtifactHandler;
import dev.foldline.effects.check.CheckHandler;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.driver.World;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.prompt.Prompts;
import io.vavr.control.Option;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One repository of this machine: effects are carried out with files, git and child processes. */
public final class LocalWorld implements World {
    private final ArtifactHandler artifacts;
    private final Prompts prompts;
    private final AgentHandler agents;
    private final CheckHandler checks;
    private final GitHandler git;
    private final Reconciler reconciler;
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final Map<Long, Cancellation> underWay = new ConcurrentHashMap<>();

    /** @param activity told each line that agents and checks print */
    public LocalWorld(RunContext run, AgentBook book, Consumer<String> activity) {
        var processes = new ProcessRunner();
        this.artifacts = new ArtifactHandler(run.exchange(), run.blobs());
        this.prompts = new Prompts(run.blobs());
        this.agents = new AgentHandler(run, book, processes, activity);
        this.checks = new CheckHandler(run, processes, activity);
        this.git = new GitHandler(run);
        this.reconciler = new Reconciler(run);
    }

    /** Lets something from outside in: a command, or a report. */
    public void offer(Arrival arrival) { arrivals.add(arrival); }

    @Override
    public Event perform(long ticket, Inline effect) {
        try {
            return switch (effect) {
                case CleanArtifacts e  -> artifacts.clean(ticket, e);
                case CollectArtifact e -> artifacts.collect(ticket, e);
                case RenderPrompt e    -> prompts.render(ticket, e);
                case EnterPhase _      -> new PhaseEntered(ticket);
                case OpenGate e        -> new GateOpened(ticket, e.gate());
                case RecordRecovery _  -> new RecoveryRecorded(ticket);
                case Reconcile e       -> reconciler.look(e.ticket(), e.deed());
            };
        } catch (IOException operating) {
            return new EffectFailed(ticket, Faults.of(operating));
        }
    }

    @Override
    public void start(long ticket, Deed deed) {
        var stop = new Cancellation();
        underWay.put(ticket, stop);
        Thread.ofVirtual().name("deed-" + ticket).start(() -> {
            var report = carryOut(ticket, deed, stop);
            underWay.remove(ticket);
            arrivals.add(new Arrival.Reported(report));
        });
    }

    @Override
    public void cancel(long ticket) {
        var stop = underWay.get(ticket);
        if (stop != null) stop.cancel();
    }

    @Override
    public Arrival next() throws InterruptedException { return arrivals.take(); }

    @Override
    public Option<Arrival> ready() { return Option.of(arrivals.poll()); }

    @Override
    public Arrival nextUntil(Instant time) throws InterruptedException {
        while (true) {
            var left = Duration.between(Instant.now(), time);
            if (left.isNegative() || left.isZero()) {
                var waiting = arrivals.poll();
                return waiting != null ? waiting : new Arrival.Elapsed(Instant.now());
            }
            // In slices, so that a clock that is set or a machine that slept is noticed.
            var arrived = arrivals.poll(Math.min(left.toMillis() + 1, 60_000), TimeUnit.MILLISECONDS);
            if (arrived != null) return arrived;
        }
    }

    @Override
    public Instant now() { return Instant.now(); }

    private Event carryOut(long ticket, Deed deed, Cancellation stop) {
        try {
            return switch (deed) {
                case InvokeAgent e -> agents.call(ticket, e, stop);
                case RunCheck e    -> checks.run(ticket, e, stop);
                case GitEffect e   -> git.perform(ticket, e);
                case SpawnChild _  -> new EffectFailed(ticket, Fault.of(Fault.Kind.NEEDS_PERSON, "child runs need the runtime"));
            };
        } catch (IOException operating) {
            return new EffectFailed(ticket, Faults.of(operating));
        } catch (RuntimeException ours) {
            return new EffectFailed(ticket, Fault.of(Fault.Kind.UNEXPECTED, "a handler failed: " + ours));
        }
    }
}
