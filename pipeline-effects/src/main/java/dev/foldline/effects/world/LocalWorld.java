package dev.foldline.effects.world;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Deed;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.Inline;
import dev.foldline.core.effect.RunEffect.EnterPhase;
import dev.foldline.core.effect.RunEffect.OpenGate;
import dev.foldline.core.effect.RunEffect.Reconcile;
import dev.foldline.core.effect.RunEffect.RecordRecovery;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.RunEvent.EffectCancelled;
import dev.foldline.core.event.RunEvent.EffectFailed;
import dev.foldline.core.event.RunEvent.GateOpened;
import dev.foldline.core.event.RunEvent.NotDone;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.event.RunEvent.RecoveryRecorded;
import dev.foldline.core.event.Spend;
import dev.foldline.effects.agent.AgentBook;
import dev.foldline.effects.agent.AgentHandler;
import dev.foldline.effects.agent.Switching;
import dev.foldline.effects.artifact.ArtifactHandler;
import dev.foldline.effects.artifact.tdd.TddArtifacts;
import dev.foldline.effects.check.CheckHandler;
import dev.foldline.effects.child.Children;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.Faults;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.context.Turnstile;
import dev.foldline.effects.context.Turnstile.Turn;
import dev.foldline.effects.desk.CalledDesk;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.driver.World;
import dev.foldline.effects.guard.Guard;
import dev.foldline.effects.process.ProcessRunner;
import dev.foldline.effects.prompt.Prompts;
import io.vavr.control.Option;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One repository of this machine: effects are carried out with files, git and child processes. A bug of ours in the middle of a
 * deed is thrown at whoever listens next, since no event could tell it: the run stops at once, and is resumed with a look.
 */
public final class LocalWorld implements World, AutoCloseable {
    private static final Duration SLICE = Duration.ofMinutes(1);
    private static final Duration PARTING = Duration.ofMinutes(1);

    private final RunContext run;
    private final ArtifactHandler artifacts;
    private final TddArtifacts handedIn;
    private final Prompts prompts;
    private final CalledDesk desk;
    private final AgentHandler agents;
    private final Turnstile turnstile;
    private final Switching switching;
    private final CheckHandler checks;
    private final GitHandler git;
    private final MergeTurn merges;
    private final Children children;
    private final Reconciler reconciler;
    private final BlockingQueue<Heard> arrivals = new LinkedBlockingQueue<>();
    private final Map<Long, UnderWay> underWay = new ConcurrentHashMap<>();
    private Option<Turn> turn = Option.none();

    /**
     * Whoever watches.
     *
     * @param activity told each line that agents and checks print
     * @param notice told what a person should know that is no event
     */
    public record Audience(Consumer<String> activity, Consumer<String> notice) {}

    /** What a listener finds: something that arrived, or a bug of ours. */
    private sealed interface Heard {
        record Arrived(Arrival arrival) implements Heard {}

        record Broken(PipelineBug bug) implements Heard {}
    }

    /** A deed that has begun, and the thread it is done on. */
    private record UnderWay(Cancellation stop, Thread thread) {}

    /** A world without children. */
    public LocalWorld(RunContext run, AgentBook book, Consumer<String> activity) { this(run, book, Children.NONE, Turnstile.OPEN, new Audience(activity, _ -> {})); }

    /**
     * @param turnstile where its agents wait to be let work
     */
    public LocalWorld(RunContext run, AgentBook book, Children children, Turnstile turnstile, Audience audience) {
        var activity = audience.activity();
        var processes = new ProcessRunner(run.redaction());
        this.run = run;
        this.artifacts = new ArtifactHandler(run.exchange(), run.blobs());
        this.prompts = new Prompts(run.blobs(), run.templates());
        this.desk = new CalledDesk(run, prompts);
        this.handedIn = new TddArtifacts(run.root(), run.exchange(), run.blobs());
        this.turnstile = turnstile;
        this.agents = new AgentHandler(run, book, processes, activity, begun -> offer(new Arrival.Reported(begun)));
        this.switching = new Switching(run, book);
        this.checks = new CheckHandler(run, processes, activity);
        this.git = new GitHandler(run);
        this.merges = new MergeTurn(run.site().home().place().commonFolder(), run.run(), new MergeTurn.Told(() -> offer(new Arrival.Called()), audience.notice()));
        this.children = children;
        this.reconciler = new Reconciler(run, book, children);
    }

    /** Lets something from outside in: a command, or a report. */
    public void offer(Arrival arrival) { arrivals.add(new Heard.Arrived(arrival)); }

    @Override
    public Event perform(long ticket, Inline effect) {
        try {
            return switch (effect) {
                case CleanArtifacts e  -> artifacts.clean(ticket, e);
                case CollectArtifact e when CalledDesk.takes(e) -> desk.take(ticket, e);
                case CollectArtifact e -> TddArtifacts.knows(e.artifact()) ? handedIn.collect(ticket, e) : artifacts.collect(ticket, e);
                case RenderPrompt e when CalledDesk.tells(e) -> desk.instruct(ticket, e);
                case RenderPrompt e    -> prompts.render(ticket, e);
                case EnterPhase _      -> new PhaseEntered(ticket);
                case OpenGate e        -> new GateOpened(ticket, e.merge().isDefined() ? e.gate() : e.gate().showing(git.tree(e.kept())));
                case RecordRecovery _  -> new RecoveryRecorded(ticket);
                case Reconcile e       -> reconciler.look(e.ticket(), e.deed());
            };
        } catch (IOException operating) {
            return new EffectFailed(ticket, Faults.of(operating));
        } catch (UncheckedIOException operating) {
            return new EffectFailed(ticket, Faults.of(operating));
        }
    }

    @Override
    public boolean mayBegin(Effect next) {
        boolean waits = next instanceof InvokeAgent;
        if (!waits || turn.exists(Turn::isCalledOff)) giveUpTurn();
        if (waits && turn.isEmpty()) turn = Option.of(turnstile.queue(run.run(), () -> offer(new Arrival.Called())));
        return merges.mayBegin(next) && turn.forAll(Turn::hasCome);
    }

    private void giveUpTurn() {
        turn.forEach(Turn::close);
        turn = Option.none();
    }

    @Override
    public void start(long ticket, Deed deed) {
        // At the latest: a deed begins when the outcome of the one before is on disk.
        Guard.release(run.directory());
        var stop = new Cancellation();
        var taken = turn;
        turn = Option.none();
        var thread = Thread.ofVirtual().name("deed-" + ticket).unstarted(() -> {
            var heard = carryOut(ticket, deed, stop);
            taken.forEach(Turn::close);
            underWay.remove(ticket);
            arrivals.add(heard);
        });
        underWay.put(ticket, new UnderWay(stop, thread));
        thread.start();
    }

    @Override
    public void cancel(long ticket) {
        var deed = underWay.get(ticket);
        if (deed != null) deed.stop().cancel();
    }

    @Override
    public Arrival next() throws InterruptedException { return told(arrivals.take()); }

    @Override
    public Option<Arrival> ready() { return Option.of(arrivals.poll()).map(LocalWorld::told); }

    @Override
    public Arrival nextUntil(Instant time, Instant known) throws InterruptedException {
        long began = System.nanoTime();
        var patience = Duration.between(known, time);
        while (true) {
            var waited = Duration.ofNanos(System.nanoTime() - began);
            var left = shorter(Duration.between(Instant.now(), time), patience.minus(waited));
            // In slices, so that a clock that is set or a machine that slept is noticed.
            var slice = left.isNegative() ? Duration.ZERO : shorter(left, SLICE);
            var heard = arrivals.poll(slice.toNanos(), TimeUnit.NANOSECONDS);
            if (heard != null) return told(heard);
            if (!left.isPositive()) return new Arrival.Elapsed(time.isAfter(Instant.now()) ? time : Instant.now());
        }
    }

    private static Duration shorter(Duration one, Duration other) { return one.compareTo(other) < 0 ? one : other; }

    /** Ends what is under way, and waits until nothing of it is left. For a driver that leaves in the middle. */
    @Override
    public void close() {
        giveUpTurn();
        for (UnderWay deed : underWay.values()) {
            deed.stop().cancel();
            try {
                deed.thread().join(PARTING);
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
        }
        merges.leave();
    }

    @Override
    public Instant now() { return Instant.now(); }

    private static Arrival told(Heard heard) {
        return switch (heard) {
            case Heard.Arrived(var arrival) -> arrival;
            case Heard.Broken(var bug)      -> throw bug;
        };
    }

    private Heard carryOut(long ticket, Deed deed, Cancellation stop) {
        try {
            return new Heard.Arrived(new Arrival.Reported(report(ticket, deed, stop)));
        } catch (PipelineBug bug) {
            return new Heard.Broken(bug);
        } catch (RuntimeException | Error ours) {
            return new Heard.Broken(new PipelineBug("ticket " + ticket + ", " + deed + ": " + ours, ours));
        }
    }

    /** Its hooks may take long, and it changes no file: it can be ended anywhere, and what came of it is looked for. */
    private Event commit(long ticket, CommitWork effect, Cancellation stop) throws IOException {
        long began = System.nanoTime();
        stop.onCancel(Thread.currentThread()::interrupt);
        try {
            return git.perform(ticket, effect);
        } catch (IOException ended) {
            if (!stop.isCancelled()) throw ended;
            stop.onCancel(() -> {});
            Thread.interrupted();
            var seen = reconciler.look(ticket, effect);
            return seen instanceof NotDone ? new EffectCancelled(ticket, Spend.millis((System.nanoTime() - began) / 1_000_000), Instant.now()) : seen;
        }
    }

    private Event report(long ticket, Deed deed, Cancellation stop) {
        try {
            return switch (deed) {
                case InvokeAgent e -> agents.call(ticket, e, stop);
                case SwitchModel e -> switching.switched(ticket, e);
                case RunCheck e    -> checks.run(ticket, e, stop);
                case CommitWork e  -> commit(ticket, e, stop);
                case GitEffect e   -> git.perform(ticket, e);
                case SpawnChild e  -> children.spawn(ticket, e);
            };
        } catch (IOException operating) {
            return new EffectFailed(ticket, Faults.of(operating));
        } catch (UncheckedIOException operating) {
            return new EffectFailed(ticket, Faults.of(operating));
        }
    }
}
