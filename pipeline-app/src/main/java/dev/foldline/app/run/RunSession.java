package dev.foldline.app.run;

import dev.foldline.app.history.Termination;
import dev.foldline.app.projection.Projections;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.RunEvent.CallGuarded;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.Lifecycle.Urgency;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.artifact.Schemas;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.driver.Driver;
import dev.foldline.effects.driver.DriverExit;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.environment.EffectPorts;
import dev.foldline.effects.environment.LocalEnvironment;
import dev.foldline.effects.fleet.SharingStopped;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.InboxReceiver;
import dev.foldline.effects.store.PortAllocator;

import io.vavr.control.Either;
import io.vavr.control.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
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
    private final AgentRegistry agents;
    private final List<String> listed;
    private final Texts texts;
    private final DriverOptions manner;
    private final RunObserver view;
    private final ChildRuns household;

    /** What prompts are made from, and artifacts are checked against. */
    private record Texts(Templates templates, Schemas schemas) {}

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
        this(agents, listed, new Texts(templates, Schemas.OURS), manner, view, ChildRuns.NONE);
    }

    private RunSession(
            AgentRegistry agents,
            List<String> listed,
            Texts texts,
            DriverOptions manner,
            RunObserver view,
            ChildRuns household) {
        this.household = household;
        this.agents = agents;
        this.listed = List.copyOf(listed);
        this.texts = texts;
        this.manner = manner;
        this.view = view;
    }

    /** Returns a copy with the schemas of a workflow's own artifacts. */
    public RunSession with(Schemas others) {
        return new RunSession(
                agents, listed, new Texts(texts.templates, others), manner, view, household);
    }

    /** The same session, with child runs that are driven beside it. */
    public RunSession beside(ChildRuns others) {
        return new RunSession(agents, listed, texts, manner, view, others);
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
     * @param receiver receives the consumer of commands for the driver and its child runs
     */
    public RunResult driveWithoutSignals(Started started, Consumer<Consumer<DriverInput>> receiver)
            throws IOException, InterruptedException {
        return drive(
                started,
                world -> {
                    receiver.accept(both(world));
                    return ProcessSignals.NONE;
                });
    }

    /** Notifies the child runs first, because later events of the run do not name the author. */
    private Consumer<DriverInput> both(Consumer<DriverInput> driver) {
        return arrival -> {
            household.signalled(arrival);
            driver.accept(arrival);
        };
    }

    private RunContext context(RunLog log, Workspace workspace) throws IOException {
        var definition = StoredDefinition.of(log.directory(), workspace.runs().blobs());
        var own = both(RunPort.of(log, workspace), definition.variables());
        return new RunContext(
                log.directory(),
                workspace.runs().blobs(),
                workspace.site().with(ProcessMarker.forTools(log.directory().id().text())),
                both(workspace.environment(), own),
                Stream.concat(listed.stream(), own.keySet().stream()).toList(),
                definition.templates(texts.templates),
                definition.schemas(texts.schemas),
                log.state().policy().branching().base(),
                log.state().policy().checksWrite().asJava());
    }

    private RunResult drive(
            Started started, Function<Consumer<DriverInput>, ProcessSignals> signals)
            throws IOException, InterruptedException {
        var log = started.log();
        var workspace = started.workspace();
        var asked = PausePoint.question(log.state());
        try (started;
                var receiver = InboxReceiver.open(log.directory().inbox())) {
            log.notices(view::notice);
            SandboxStatus.require(agents.sandbox(), workspace.environment());
            SandboxStatus.warning(agents.sandbox(), workspace.environment())
                    .ifPresent(view::notice);
            var context = context(log, workspace);
            try (var site = context.site();
                    var sharing = RunSharing.open(log, workspace, context);
                    var recorder = RecorderFactory.of(manner, context, agents, started, view);
                    var world =
                            new LocalEnvironment(
                                    context,
                                    agents,
                                    household,
                                    manner.turnstile(),
                                    new LocalEnvironment.Audience(view::activity, view::notice),
                                    EffectPorts.recording(context, recorder)
                                            .with(manner.forge().forge()));
                    var interrupts = signals.apply(world::offer);
                    var timer = new StopTimer(manner.stopAfter(), both(world::offer));
                    var commands = commands(log, receiver, world, context)) {
                commands.start();
                sharing.begin(() -> world.offer(new DriverInput.Wakeup()), view::notice);
                view.begins(log.state(), workspace.root().toString());
                var files =
                        Projections.of(
                                log.directory(),
                                log.state(),
                                workspace.runs(),
                                workspace.root(),
                                view::notice);
                var departure = departure(started, world, files, sharing);
                log.snapshot();
                sharing.finish();
                if (departure instanceof DriverExit.Ended)
                    new PortAllocator(workspace.runs()).release(log.directory());
                return asked.exists(phase -> PausePoint.isBefore(phase, departure.state()))
                        ? RunResult.AS_FAR_AS_ASKED
                        : result(departure, interrupts, timer);
            }
        } catch (SharingStopped stop) {
            throw RunSharing.stopped(log.directory(), stop);
        } catch (JournalFault fault) {
            throw JournalFailure.stopped(workspace, log.directory(), log.state(), fault);
        } finally {
            view.leaves();
        }
    }

    private CommandReceiver commands(
            RunLog log, InboxReceiver receiver, LocalEnvironment world, RunContext context) {
        return new CommandReceiver(
                log.directory(),
                receiver,
                world::offer,
                log::announce,
                context.redaction(),
                view::notice);
    }

    /**
     * Publishes a shared run as it is and releases its lease, without driving it. Then the run is
     * closed.
     */
    public void publish(Started started) throws IOException, InterruptedException {
        var log = started.log();
        var context = context(log, started.workspace());
        try (started;
                var site = context.site();
                var sharing = RunSharing.open(log, started.workspace(), context)) {
            sharing.begin(() -> {}, view::notice);
            sharing.finish();
        } catch (SharingStopped stop) {
            throw RunSharing.stopped(log.directory(), stop);
        }
    }

    private static RunResult result(
            DriverExit departure, ProcessSignals interrupts, StopTimer timer) {
        if (!(departure instanceof DriverExit.Suspended)) return RunResult.AS_IT_STANDS;
        if (interrupts.isTerminated()) return RunResult.TERMINATED;
        return timer.isOver() ? RunResult.TIME_OVER : RunResult.AS_IT_STANDS;
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
    private DriverExit departure(
            Started started, LocalEnvironment world, Projections files, RunSharing sharing)
            throws InterruptedException {
        var log = started.log();
        Option<Answering> answering = Option.none();
        try (var waits =
                WaitPolicy.of(manner, household::isAtWork, started, world::offer, view::notice)) {
            household.begins(log.state(), world::offer);
            return new Driver(
                            sharing.around(world),
                            sharing.around(log),
                            wait -> waits.stays(wait, log.state()),
                            (_, event, state) -> {
                                files.update(log.at(), event, state);
                                view.onEvent(event, log.message(), log.author(), state);
                                household.folded(state);
                                // What an agent must not have changed is remembered no longer than
                                // an agent is at work.
                                if (state.isFree() && !(event instanceof CallGuarded))
                                    StoredGuard.release(log.directory());
                                if (event instanceof PhaseEntered) log.snapshotIfDue();
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
                household.leave();
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
                            Command.ReplaceArtifact _,
                            Command.Resume _,
                            Command.SkipWait _,
                            Command.RetryHalted _,
                            Command.RaiseBudget _,
                            Command.SetUntil _,
                            Command.Call _,
                            Command.ReportChildEnd _,
                            Command.ReportChild _,
                            Command.SeeCommits _,
                            Command.SeePullRequest _,
                            Command.DeclareDone _,
                            Command.AddItems _ ->
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
        pause.filter(_ -> asked.message().isDefined() && !Termination.isNamedBy(asked.message()))
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
}
