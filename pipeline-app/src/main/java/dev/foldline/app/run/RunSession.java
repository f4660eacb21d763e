package dev.foldline.app.run;

import dev.foldline.app.ExitCode;
import dev.foldline.app.StorageFailure;
import dev.foldline.app.UserError;
import dev.foldline.app.projection.Projections;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.RunEvent.CallGuarded;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.child.ChildRunLauncher;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.driver.Driver;
import dev.foldline.effects.driver.DriverExit;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.environment.LocalEnvironment;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.InboxReceiver;
import dev.foldline.effects.store.PortAllocator;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Either;
import io.vavr.control.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One driver at work on one run in one working tree: its world, its inbox, its signals, and those
 * who watch.
 */
public final class RunSession {
    private static final Duration SHORT_WAIT = Duration.ofMinutes(5);

    private final AgentRegistry agents;
    private final List<String> listed;
    private final Templates templates;
    private final DriverOptions manner;
    private final RunObserver view;
    private final Household household;

    /** What the system tells this process, as far as a driver heeds it. */
    public interface Signals extends AutoCloseable {

        /** Whether a termination signal stopped the driver. */
        boolean isTerminated();

        @Override
        void close();

        /** Nothing is heeded. */
        Signals NONE =
                new Signals() {
                    @Override
                    public boolean isTerminated() {
                        return false;
                    }

                    @Override
                    public void close() {}
                };
    }

    /** The drivers of child runs, beside the driver of their parent. */
    public interface Household extends ChildRunLauncher {

        /** The driver is about to begin; what is offered to it here reaches it. */
        void begins(PipelineState state, Consumer<DriverInput> driver);

        /** Receives the status after each event, on the driver's thread. */
        void folded(PipelineState state);

        /** What a signal asks of the driver is asked of the children as well. */
        void signalled(DriverInput arrival);

        /** Whether a child may still bring the run on. */
        boolean isAtWork();

        /** The driver has left; returns when no child is driven any more. */
        void left() throws InterruptedException;

        /** No child runs. */
        Household NONE =
                new Household() {
                    @Override
                    public Event spawn(long ticket, SpawnChild effect) throws IOException {
                        return ChildRunLauncher.NONE.spawn(ticket, effect);
                    }

                    @Override
                    public Event look(long ticket, SpawnChild effect) throws IOException {
                        return ChildRunLauncher.NONE.look(ticket, effect);
                    }

                    @Override
                    public void begins(PipelineState state, Consumer<DriverInput> driver) {}

                    @Override
                    public void folded(PipelineState state) {}

                    @Override
                    public void signalled(DriverInput arrival) {}

                    @Override
                    public boolean isAtWork() {
                        return false;
                    }

                    @Override
                    public void left() {}
                };
    }

    /**
     * @param listed names of additional variables of agents
     * @param templates what their prompts are made from
     */
    public RunSession(
            AgentRegistry agents,
            List<String> listed,
            Templates templates,
            DriverOptions manner,
            RunObserver view) {
        this(agents, listed, templates, manner, view, Household.NONE);
    }

    private RunSession(
            AgentRegistry agents,
            List<String> listed,
            Templates templates,
            DriverOptions manner,
            RunObserver view,
            Household household) {
        this.household = household;
        this.agents = agents;
        this.listed = List.copyOf(listed);
        this.templates = templates;
        this.manner = manner;
        this.view = view;
    }

    /** The same session, with child runs that are driven beside it. */
    public RunSession beside(Household others) {
        return new RunSession(agents, listed, templates, manner, view, others);
    }

    /**
     * Drives the run until it ends or is suspended, then releases it. Handles this process's
     * signals.
     */
    public RunResult drive(Started started) throws IOException, InterruptedException {
        return drive(started, world -> new SignalHandler(both(world), view::notice));
    }

    /**
     * Drives the run without handling signals.
     *
     * @param ear receives the consumer of commands for the driver and its child runs
     */
    public RunResult driveDeaf(Started started, Consumer<Consumer<DriverInput>> ear)
            throws IOException, InterruptedException {
        return drive(
                started,
                world -> {
                    ear.accept(both(world));
                    return Signals.NONE;
                });
    }

    /** Notifies the child runs first, because later events of the run do not name the author. */
    private Consumer<DriverInput> both(Consumer<DriverInput> driver) {
        return arrival -> {
            household.signalled(arrival);
            driver.accept(arrival);
        };
    }

    private RunResult drive(Started started, Function<Consumer<DriverInput>, Signals> signals)
            throws IOException, InterruptedException {
        var log = started.log();
        var workspace = started.workspace();
        var asked = question(log.state());
        try (started;
                var receiver = InboxReceiver.open(log.directory().inbox())) {
            log.notices(view::notice);
            var own = port(log, workspace);
            var context =
                    new RunContext(
                            log.directory(),
                            workspace.runs().blobs(),
                            workspace
                                    .site()
                                    .with(ProcessMarker.forTools(log.directory().id().text())),
                            both(workspace.environment(), own),
                            Stream.concat(listed.stream(), own.keySet().stream()).toList(),
                            templates,
                            log.state().policy().branching().base());
            try (var site = context.site();
                    var world =
                            new LocalEnvironment(
                                    context,
                                    agents,
                                    household,
                                    manner.turnstile(),
                                    new LocalEnvironment.Audience(view::activity, view::notice));
                    var interrupts = signals.apply(world::offer)) {
                CommandClient.listen(
                        log.directory(),
                        receiver,
                        world::offer,
                        log::announce,
                        context.redaction(),
                        view::notice);
                view.begins(log.state(), workspace.root().toString());
                var files =
                        Projections.of(
                                log.directory(),
                                log.state(),
                                workspace.runs(),
                                workspace.root(),
                                view::notice);
                var departure = departure(started, world, files);
                log.snapshot();
                if (departure instanceof DriverExit.Ended)
                    new PortAllocator(workspace.runs()).release(log.directory());
                if (asked.exists(phase -> isBefore(phase, departure.state())))
                    return RunResult.AS_FAR_AS_ASKED;
                return departure instanceof DriverExit.Suspended && interrupts.isTerminated()
                        ? RunResult.TERMINATED
                        : RunResult.AS_IT_STANDS;
            }
        } catch (JournalFault fault) {
            throw stopped(workspace, log.directory(), log.state(), fault);
        }
    }

    /** The run's own port, as a variable, if it is to have one. */
    private static Map<String, String> port(RunLog log, Workspace workspace) throws IOException {
        if (!(log.state().policy().branching() instanceof Branching.OwnTree own)
                || own.portsFrom().isEmpty()) return Map.of();
        var port =
                new PortAllocator(workspace.runs())
                        .of(log.directory(), own.portsFrom().get().intValue());
        return port.map(number -> Map.of(PortAllocator.VARIABLE, number.toString()))
                .orElse(Map.of());
    }

    private static Map<String, String> both(Map<String, String> some, Map<String, String> more) {
        var all = new HashMap<>(some);
        all.putAll(more);
        return all;
    }

    /**
     * However the driver leaves, those beside it are not left alone: they end, or leave, in their
     * own time.
     */
    private DriverExit departure(Started started, LocalEnvironment world, Projections files)
            throws InterruptedException {
        var log = started.log();
        Option<Answering> answering = Option.none();
        try {
            household.begins(log.state(), world::offer);
            return new Driver(
                            world,
                            log,
                            wait -> stays(wait, log.state().header().now()),
                            (_, event, state) -> {
                                files.update(log.at(), event, state);
                                view.onEvent(event, log.message(), log.author(), state);
                                household.folded(state);
                                // What an agent must not have changed is remembered no longer than
                                // an agent is at work.
                                if (state.isFree() && !(event instanceof CallGuarded))
                                    StoredGuard.release(log.directory());
                                if (event instanceof PhaseEntered) log.snapshot();
                                if (event instanceof BranchOpened) extend(started.tree());
                            })
                    .run(log.state());
        } catch (RuntimeException | Error broken) {
            if (household.isAtWork()) answering = Option.of(answering(world, broken));
            throw broken;
        } finally {
            leave(world, answering);
        }
    }

    /**
     * First what this driver holds is given back: those beside it may wait for it, a permit or the
     * turn to merge.
     */
    private void leave(LocalEnvironment world, Option<Answering> answering)
            throws InterruptedException {
        try {
            world.close();
        } finally {
            try {
                household.left();
            } finally {
                for (var last : answering) last.end();
            }
        }
    }

    /**
     * Those beside a driver that failed work on, each a run of its own. What is asked meanwhile is
     * not left without an answer.
     */
    private Answering answering(LocalEnvironment world, Throwable broken) {
        var why = "the workflow's driver stopped: " + broken.getMessage();
        view.notice(why + "; the other workflows continue");
        var over = new AtomicBoolean();
        return new Answering(
                world,
                over,
                Thread.ofVirtual()
                        .name("answering")
                        .start(
                                () -> {
                                    while (!over.get()) {
                                        try {
                                            if (world.next()
                                                    instanceof DriverInput.CommandReceived asked)
                                                refuse(asked, why);
                                        } catch (InterruptedException left) {
                                            return;
                                        } catch (PipelineBug another) {
                                            view.notice(String.valueOf(another.getMessage()));
                                        }
                                    }
                                }));
    }

    /** Who answers for a driver that failed. */
    private record Answering(LocalEnvironment world, AtomicBoolean over, Thread thread) {

        /**
         * Returns when the answer that is being written, if one is, has been: it is not cut off.
         */
        void end() throws InterruptedException {
            over.set(true);
            world.offer(new DriverInput.Wakeup());
            thread.join();
        }
    }

    /**
     * Pauses the child runs although the run's log cannot be written; they are cancelled by the
     * next driver. Signals reach them directly.
     */
    private void refuse(DriverInput.CommandReceived asked, String why) {
        var pause =
                switch (asked.command()) {
                    case Command.Pause held -> Option.of(held);
                    case Command.Abort _ -> Option.of(new Command.Pause(Urgency.NOW));
                    case Command.Freeze _,
                            Command.Approve _,
                            Command.Reject _,
                            Command.Resume _,
                            Command.SkipWait _,
                            Command.RetryHalted _,
                            Command.RaiseBudget _,
                            Command.GoUntil _,
                            Command.Call _,
                            Command.ReportChildEnd _,
                            Command.ReportChild _,
                            Command.SeeCommits _ ->
                            Option.<Command.Pause>none();
                };
        asked.reply()
                .accept(
                        Either.left(
                                new Rejection(
                                        Code.NOT_EXPECTED,
                                        why
                                                + (pause.isDefined()
                                                        ? "; its tasks are pausing: try again when"
                                                                + " they have stopped"
                                                        : ""))));
        // Afterwards: with the last of them the inbox is closed, and the caller would write it to
        // the log alone.
        pause.filter(_ -> asked.message().isDefined() && !SignalHandler.isToldToGo(asked.message()))
                .forEach(
                        held ->
                                household.signalled(
                                        new DriverInput.CommandReceived(held, _ -> {})));
    }

    private static void extend(WorktreeLock tree) {
        try {
            tree.extend();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /**
     * The log takes nothing more. What is in the working tree stays there; if the run itself is
     * gone, it is saved as well.
     */
    private static UserError stopped(
            Workspace workspace, RunDirectory directory, PipelineState state, JournalFault fault)
            throws IOException {
        if (Files.exists(directory.events()))
            return StorageFailure.of(
                    new IOException(fault.getMessage(), fault.getCause()),
                    directory.events().toString(),
                    "foldline resume " + directory.id());
        var ref = "refs/foldline/saved/" + directory.id() + "/gone";
        var kept = Exclusions.engine().and(state.ledger().repository().kept().asJava());
        var saved =
                workspace.site().isThere()
                        && workspace
                                        .git()
                                        .saveWork(
                                                ref,
                                                "Unfinished work of run " + directory.id(),
                                                kept)
                                instanceof SaveOutcome.Saved;
        return new UserError(
                "the folder of run "
                        + directory.id()
                        + " and its log were removed while the run was driven"
                        + (saved
                                ? "; uncommitted work is in the worktree, and saved as " + ref
                                : "; all its work is committed"),
                directory.path().toString(),
                saved ? "git show " + ref : "git log",
                ExitCode.FAILED);
    }

    /** The phase before which it is to pause; a run that begins paused stands before it. */
    private static Option<String> question(PipelineState state) {
        return state.life() instanceof Lifecycle.Paused
                ? state.phase().map(Phase::id)
                : state.header().until();
    }

    /** Pauses before the requested phase, which has not started. */
    private static boolean isBefore(String asked, PipelineState state) {
        return state.cursor() instanceof Cursor.Arrived
                && state.life() instanceof Lifecycle.Paused
                && state.phase().exists(phase -> phase.id().equals(asked));
    }

    /**
     * @param known the latest time the run has heard of: with a clock set back, a short wait stays
     *     a short one
     */
    private boolean stays(Wait wait, Instant known) {
        return wait.awaited()
                .forAll(
                        awaited ->
                                switch (awaited) {
                                    // While child runs are active, they receive each
                                    // command.
                                    case WaitCondition.Resumption _,
                                            WaitCondition.Attention _,
                                            WaitCondition.Refill _,
                                            WaitCondition.ChildrenEnds _ ->
                                            household.isAtWork();
                                    case WaitCondition.Moment(var notBefore, _) ->
                                            manner.waits()
                                                    || isShort(Instant.now(), notBefore)
                                                    || isShort(known, notBefore);
                                    case WaitCondition.Resolution _, WaitCondition.Call _ ->
                                            manner.waits() || household.isAtWork();
                                });
    }

    private static boolean isShort(Instant from, Instant to) {
        return Duration.between(from, to).compareTo(SHORT_WAIT) < 0;
    }
}
