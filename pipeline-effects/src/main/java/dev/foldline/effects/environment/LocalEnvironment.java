package dev.foldline.effects.environment;

import dev.foldline.core.PipelineBug;
import dev.foldline.core.effect.AgentEffect.InvokeAgent;
import dev.foldline.core.effect.AgentEffect.SwitchModel;
import dev.foldline.core.effect.ChangeEffect;
import dev.foldline.core.effect.CheckEffect.RunCheck;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Effect;
import dev.foldline.core.effect.ExternalEffect;
import dev.foldline.core.effect.FileEffect.CleanArtifacts;
import dev.foldline.core.effect.FileEffect.CollectArtifact;
import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.ForgeEffect.UpdateBranch;
import dev.foldline.core.effect.GitEffect;
import dev.foldline.core.effect.GitEffect.CommitWork;
import dev.foldline.core.effect.LocalEffect;
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
import dev.foldline.core.state.Fault;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.core.state.Spend;
import dev.foldline.effects.agent.AgentHandler;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.agent.ModelResolver;
import dev.foldline.effects.artifact.ArtifactHandler;
import dev.foldline.effects.context.AgentCallLimiter;
import dev.foldline.effects.context.AgentCallLimiter.Turn;
import dev.foldline.effects.context.Cancellation;
import dev.foldline.effects.context.FaultMapper;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.driver.RunEnvironment;
import dev.foldline.effects.guard.RepositoryGuard;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.prompt.Prompts;
import dev.foldline.effects.workflow.WorkflowSupport;
import dev.foldline.effects.workflow.builtin.WorkflowSupports;

import io.vavr.control.Either;
import io.vavr.control.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The environment of one local repository: effects are carried out with files, git and child
 * processes. A bug in the middle of an effect is rethrown to the next reader of input, because no
 * event can express it. The run stops at once and is reconciled when it is resumed.
 */
public final class LocalEnvironment implements RunEnvironment, AutoCloseable {
    private static final Duration PARTING = Duration.ofMinutes(1);

    private final RunContext run;
    private final EffectPorts ports;
    private final ArtifactHandler artifacts;
    private final Prompts prompts;
    private final WorkflowSupport.Handler special;
    private final AgentHandler agents;
    private final AgentCallLimiter turnstile;
    private final ModelResolver switching;
    private final CheckHandler checks;
    private final GitHandler git;
    private final ChangeHandler changes;
    private final MergeTurn merges;
    private final ChildRunLauncher children;
    private final Reconciler reconciler;
    private final InputQueue arrivals = new InputQueue();
    private final Map<Long, UnderWay> underWay = new ConcurrentHashMap<>();
    private final Map<Long, Preparation> prepared = new ConcurrentHashMap<>();
    private final RecentTree trees;
    private Option<Turn> turn = Option.none();

    /**
     * Callbacks for output.
     *
     * @param activity receives each line that agents and checks print
     * @param notice receives notices for the user that are not events
     */
    public record Audience(Consumer<String> activity, Consumer<String> notice) {}

    /** An effect in progress, and its thread. */
    private record UnderWay(Cancellation stop, Thread thread) {}

    /** Returns the guard of a call that is about to start, or throws why there is none. */
    @FunctionalInterface
    private interface Preparation {
        RepositoryGuard guard() throws IOException;
    }

    /** An environment without child runs. */
    public LocalEnvironment(RunContext run, AgentRegistry book, Consumer<String> activity) {
        this(
                run,
                book,
                ChildRunLauncher.NONE,
                AgentCallLimiter.OPEN,
                new Audience(activity, _ -> {}),
                EffectPorts.of(run));
    }

    /**
     * @param turnstile limits concurrent agent calls
     * @param ports what agents, checks, the clock and git's identity are reached through
     */
    public LocalEnvironment(
            RunContext run,
            AgentRegistry book,
            ChildRunLauncher children,
            AgentCallLimiter turnstile,
            Audience audience,
            EffectPorts ports) {
        var activity = audience.activity();
        var processes = ports.processes();
        this.ports = ports;
        this.run = run;
        this.artifacts = new ArtifactHandler(run.exchange(), run.blobs(), run.schemas());
        this.prompts = new Prompts(run.blobs(), run.templates(), run.schemas());
        this.special = WorkflowSupports.handler(run, prompts);
        this.turnstile = turnstile;
        this.agents =
                new AgentHandler(
                        run,
                        book,
                        processes,
                        ports.clock(),
                        activity,
                        started -> offer(new DriverInput.Reported(started)));
        this.switching = new ModelResolver(run, book);
        this.trees = new RecentTree(run);
        this.checks = new CheckHandler(run, book, processes, activity, trees);
        this.git = new GitHandler(run, trees);
        this.changes =
                new ChangeHandler(run, trees, new TrialHandler(run, book, processes, activity));
        this.merges =
                new MergeTurn(
                        run.site().home().place().commonFolder(),
                        run.run(),
                        new MergeTurn.Listener(
                                () -> offer(new DriverInput.Wakeup()), audience.notice()));
        this.children = children;
        this.reconciler = new Reconciler(run, book, children, processes, ports.forge());
    }

    /** Adds an external input: a command, or a report. */
    public void offer(DriverInput arrival) {
        arrivals.add(arrival);
    }

    @Override
    public Event perform(long ticket, LocalEffect effect) {
        return FailureFingerprint.of(outcome(ticket, effect));
    }

    private Event outcome(long ticket, LocalEffect effect) {
        try {
            var handled = special.perform(ticket, effect);
            if (handled.isDefined() || effect instanceof Reconcile) trees.forget();
            if (handled.isDefined()) return handled.get();
            return switch (effect) {
                case CleanArtifacts e -> artifacts.clean(ticket, e);
                case CollectArtifact e -> artifacts.collect(ticket, e);
                case RenderPrompt e -> prompts.render(ticket, e);
                case EnterPhase _ -> new PhaseEntered(ticket, Option.of(Instant.now()));
                case OpenGate e ->
                        new GateOpened(
                                ticket,
                                e.merge().isDefined()
                                        ? e.gate()
                                        : e.gate().showing(git.tree(e.protectedPaths())));
                case RecordRecovery _ -> new RecoveryRecorded(ticket);
                case Reconcile e -> reconciler.look(e.ticket(), e.effect());
            };
        } catch (IOException operating) {
            return new EffectFailed(ticket, FaultMapper.of(operating));
        } catch (UncheckedIOException operating) {
            return new EffectFailed(ticket, FaultMapper.of(operating));
        }
    }

    @Override
    public boolean mayBegin(Effect next) {
        boolean waits = next instanceof InvokeAgent;
        if (!waits || turn.exists(Turn::isCalledOff)) giveUpTurn();
        if (waits && turn.isEmpty())
            turn = Option.of(turnstile.queue(run.run(), () -> offer(new DriverInput.Wakeup())));
        return merges.mayBegin(next) && turn.forAll(Turn::hasCome);
    }

    private void giveUpTurn() {
        turn.forEach(Turn::close);
        turn = Option.none();
    }

    /**
     * The snapshot is on disk, and this event logs its hash: the removal of one is detected by the
     * other.
     */
    @Override
    public Option<Event> prepare(long ticket, ExternalEffect effect) {
        if (!(effect instanceof InvokeAgent call)) return Option.none();
        try {
            var guard = agents.guard(ticket, call);
            prepared.put(ticket, () -> guard);
            return Option.of(guard.digest());
        } catch (IOException | UncheckedIOException unseen) {
            prepared.put(
                    ticket,
                    () -> {
                        throw unseen;
                    });
        }
        return Option.none();
    }

    @Override
    public void start(long ticket, ExternalEffect effect) {
        // An effect starts only after the previous outcome is logged, so its guard can be released.
        // A call has its own new guard.
        if (!(effect instanceof InvokeAgent)) StoredGuard.release(run.directory());
        trees.before(effect);
        ports.recorder().begins(ticket, effect);
        var stop = new Cancellation();
        var taken = turn;
        turn = Option.none();
        var thread =
                Thread.ofVirtual()
                        .name("effect-" + ticket)
                        .unstarted(
                                () -> {
                                    var received = carryOut(ticket, effect, stop);
                                    taken.forEach(Turn::close);
                                    underWay.remove(ticket);
                                    received.fold(arrivals::fail, arrivals::add);
                                });
        underWay.put(ticket, new UnderWay(stop, thread));
        thread.start();
    }

    @Override
    public void cancel(long ticket) {
        var effect = underWay.get(ticket);
        if (effect != null) effect.stop().cancel();
    }

    @Override
    public DriverInput next() throws InterruptedException {
        return inputOf(arrivals.take());
    }

    @Override
    public Option<DriverInput> ready() {
        return arrivals.poll().map(this::inputOf);
    }

    @Override
    public DriverInput nextUntil(Instant time, Instant known) throws InterruptedException {
        return inputOf(arrivals.takeUntil(time, known, trees::forget));
    }

    /**
     * Cancels effects in progress and waits until nothing of them remains, for a driver that exits
     * in the middle.
     */
    @Override
    public void close() {
        giveUpTurn();
        for (UnderWay effect : underWay.values()) {
            effect.stop().cancel();
            try {
                effect.thread().join(PARTING);
            } catch (InterruptedException hurry) {
                Thread.currentThread().interrupt();
            }
        }
        merges.leave();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    private DriverInput inputOf(DriverInput arrival) {
        trees.after(arrival);
        return arrival;
    }

    private Either<PipelineBug, DriverInput> carryOut(
            long ticket, ExternalEffect effect, Cancellation stop) {
        try {
            var outcome = FailureFingerprint.of(report(ticket, effect, stop));
            ports.recorder().ended(ticket, effect, outcome, kept -> trees.readAfter(ticket, kept));
            return Either.right(new DriverInput.Reported(outcome));
        } catch (PipelineBug bug) {
            return Either.left(bug);
        } catch (RuntimeException | Error ours) {
            return Either.left(
                    new PipelineBug("ticket " + ticket + ", " + effect + ": " + ours, ours));
        }
    }

    /**
     * A commit's hooks may take long. The commit changes no files, so it can be cancelled at any
     * point, and its outcome is read afterwards.
     */
    private Event commit(long ticket, CommitWork effect, Cancellation stop) throws IOException {
        long began = System.nanoTime();
        stop.onCancel(Thread.currentThread()::interrupt);
        try {
            return git(ticket).perform(ticket, effect);
        } catch (IOException ended) {
            if (!stop.isCancelled()) throw ended;
            return cancelled(ticket, effect, stop, began);
        }
    }

    /**
     * What a cancelled effect did on the forge is found when it is repeated, so a forge that does
     * not answer delays no pause. What it did in the repository is found here.
     */
    private Event cancelled(long ticket, ExternalEffect effect, Cancellation stop, long began)
            throws IOException {
        stop.onCancel(() -> {});
        Thread.interrupted();
        boolean isLocal = effect instanceof CommitWork || effect instanceof UpdateBranch;
        var seen = isLocal ? reconciler.look(ticket, effect) : new NotDone(ticket);
        return seen instanceof NotDone
                ? new EffectCancelled(
                        ticket,
                        Spend.millis((System.nanoTime() - began) / 1_000_000),
                        Instant.now())
                : seen;
    }

    /** Returns the handler whose commits have the identity and time of this ticket's commits. */
    private GitHandler git(long ticket) {
        var signature = ports.signatures().of(ticket);
        return signature.isEmpty() ? git : new GitHandler(run.with(signature), trees);
    }

    /** A cancelled call may have completed its work, just as after a driver's death. */
    private Event call(long ticket, InvokeAgent effect, Cancellation stop) throws IOException {
        var preparation = prepared.remove(ticket);
        var guard = preparation == null ? agents.guard(ticket, effect) : preparation.guard();
        var tree = trees.takeIfReadable(effect.excludedPaths());
        var event = agents.call(ticket, effect, new AgentHandler.Before(guard, tree), stop);
        return event instanceof EffectCancelled ended ? reconciler.stopped(ended, effect) : event;
    }

    private Event forge(long ticket, ForgeEffect effect, Cancellation stop) throws IOException {
        long began = System.nanoTime();
        stop.onCancel(Thread.currentThread()::interrupt);
        var outcome = new ForgeHandler(run, ports.forge()).perform(ticket, effect);
        return stop.isCancelled() && outcome instanceof EffectFailed
                ? cancelled(ticket, effect, stop, began)
                : outcome;
    }

    private Event report(long ticket, ExternalEffect effect, Cancellation stop) {
        boolean usesGit = effect instanceof GitEffect || effect instanceof ChangeEffect;
        if (usesGit && !reconciler.isGitSafe())
            return new EffectFailed(
                    ticket,
                    Fault.of(
                            Kind.NEEDS_PERSON,
                            "git does not run until you have checked its configuration and hooks"));
        try {
            return switch (effect) {
                case InvokeAgent e -> call(ticket, e, stop);
                case SwitchModel e -> switching.switched(ticket, e);
                case RunCheck e -> checks.run(ticket, e, stop);
                case CommitWork e -> commit(ticket, e, stop);
                case GitEffect e -> git(ticket).perform(ticket, e);
                case ChangeEffect e -> changes.perform(ticket, e, stop);
                case ForgeEffect e -> forge(ticket, e, stop);
                case SpawnChild e -> children.spawn(ticket, e);
            };
        } catch (IOException operating) {
            return new EffectFailed(ticket, FaultMapper.of(operating));
        } catch (UncheckedIOException operating) {
            return new EffectFailed(ticket, FaultMapper.of(operating));
        }
    }
}
