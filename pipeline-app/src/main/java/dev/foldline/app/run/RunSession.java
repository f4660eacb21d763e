package dev.foldline.app.run;

import dev.foldline.app.ExitCode;
import dev.foldline.app.StorageTrouble;
import dev.foldline.app.UserError;
import dev.foldline.app.projection.Projections;
import dev.foldline.app.run.Launch.Started;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.command.Rejection.Code;
import dev.foldline.core.command.Rejection;
import dev.foldline.core.effect.Awaited;
import dev.foldline.core.effect.ChildEffect.SpawnChild;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.BranchOpened;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Life.Urgency;
import dev.foldline.core.state.Life;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.effects.agent.AgentBook;
import dev.foldline.effects.child.Children;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.driver.Departure;
import dev.foldline.effects.driver.Driver;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.guard.Guard;
import dev.foldline.effects.process.Marker;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.InboxReceiver;
import dev.foldline.effects.store.Ports;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.world.LocalWorld;
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

/** One driver at work on one run in one working tree: its world, its inbox, its signals, and those who watch. */
public final class RunSession {
    private static final Duration SHORT_WAIT = Duration.ofMinutes(5);

    private final AgentBook agents;
    private final List<String> listed;
    private final Templates templates;
    private final Manner manner;
    private final RunView view;
    private final Household household;

    /** What the system tells this process, as far as a driver heeds it. */
    public interface Signals extends AutoCloseable {

        /** Whether the system told the driver to go. */
        boolean isTerminated();

        @Override
        void close();

        /** Nothing is heeded. */
        Signals NONE = new Signals() {
            @Override public boolean isTerminated() { return false; }

            @Override public void close() {}
        };
    }

    /** The drivers of child runs, beside the driver of their parent. */
    public interface Household extends Children {

        /** The driver is about to begin; what is offered to it here reaches it. */
        void begins(PipelineState state, Consumer<Arrival> driver);

        /** How the run stands after an event; told on the driver's thread. */
        void folded(PipelineState state);

        /** What a signal asks of the driver is asked of the children as well. */
        void signalled(Arrival arrival);

        /** Whether a child may still bring the run on. */
        boolean isAtWork();

        /** The driver has left; returns when no child is driven any more. */
        void left() throws InterruptedException;

        /** Nobody else. */
        Household NONE = new Household() {
            @Override public Event spawn(long ticket, SpawnChild effect) throws IOException { return Children.NONE.spawn(ticket, effect); }

            @Override public Event look(long ticket, SpawnChild effect) throws IOException { return Children.NONE.look(ticket, effect); }

            @Override public void begins(PipelineState state, Consumer<Arrival> driver) {}

            @Override public void folded(PipelineState state) {}

            @Override public void signalled(Arrival arrival) {}

            @Override public boolean isAtWork() { return false; }

            @Override public void left() {}
        };
    }

    /**
     * @param listed names of variables that agents get besides the usual ones
     * @param templates what their prompts are made from
     */
    public RunSession(AgentBook agents, List<String> listed, Templates templates, Manner manner, RunView view) {
        this(agents, listed, templates, manner, view, Household.NONE);
    }

    private RunSession(AgentBook agents, List<String> listed, Templates templates, Manner manner, RunView view, Household household) {
        this.household = household;
        this.agents = agents;
        this.listed = List.copyOf(listed);
        this.templates = templates;
        this.manner = manner;
        this.view = view;
    }

    /** The same session, with child runs that are driven beside it. */
    public RunSession beside(Household others) { return new RunSession(agents, listed, templates, manner, view, others); }

    /** Drives the run until it ends or has to wait for something nobody here stays for, and then lets go of it. Heeds the signals of this process. */
    public Driven drive(Started started) throws IOException, InterruptedException {
        return drive(started, world -> new Interrupts(both(world), view::notice));
    }

    /**
     * The same, deaf to signals.
     *
     * @param ear told where to put what is asked of the driver, and of the drivers beside it
     */
    public Driven driveDeaf(Started started, Consumer<Consumer<Arrival>> ear) throws IOException, InterruptedException {
        return drive(started, world -> {
            ear.accept(both(world));
            return Signals.NONE;
        });
    }

    /** First those beside the driver: what they see of the run afterwards names nobody who asked. */
    private Consumer<Arrival> both(Consumer<Arrival> driver) {
        return arrival -> {
            household.signalled(arrival);
            driver.accept(arrival);
        };
    }

    private Driven drive(Started started, Function<Consumer<Arrival>, Signals> signals) throws IOException, InterruptedException {
        var log = started.log();
        var workspace = started.workspace();
        var asked = asked(log.state());
        try (started; var receiver = InboxReceiver.open(log.directory().inbox())) {
            log.notices(view::notice);
            var own = port(log, workspace);
            var context = new RunContext(log.directory(), workspace.runs().blobs(), workspace.site().with(Marker.forTools(log.directory().id().text())),
                    both(workspace.environment(), own), Stream.concat(listed.stream(), own.keySet().stream()).toList(), templates);
            try (var site = context.site(); var world = new LocalWorld(context, agents, household, manner.turnstile(), new LocalWorld.Audience(view::activity, view::notice));
                    var interrupts = signals.apply(world::offer)) {
                Mailbox.listen(log.directory(), receiver, world::offer, context.redaction(), view::notice);
                view.begins(log.state(), workspace.root().toString());
                var files = Projections.of(log.directory(), log.state(), workspace.runs(), workspace.root(), view::notice);
                var departure = departure(started, world, files);
                log.snapshot();
                if (departure instanceof Departure.Ended) new Ports(workspace.runs()).release(log.directory());
                if (asked.exists(phase -> isBefore(phase, departure.state()))) return Driven.AS_FAR_AS_ASKED;
                return departure instanceof Departure.Parked && interrupts.isTerminated() ? Driven.TERMINATED : Driven.AS_IT_STANDS;
            }
        } catch (JournalFault fault) {
            throw stopped(workspace, log.directory(), log.state(), fault);
        }
    }

    /** The run's own port, as a variable, if it is to have one. */
    private static Map<String, String> port(RunLog log, Workspace workspace) throws IOException {
        if (!(log.state().policy().branching() instanceof Branching.OwnTree own) || own.portsFrom().isEmpty()) return Map.of();
        var port = new Ports(workspace.runs()).of(log.directory(), own.portsFrom().get().intValue());
        return port.map(number -> Map.of(Ports.VARIABLE, number.toString())).orElse(Map.of());
    }

    private static Map<String, String> both(Map<String, String> some, Map<String, String> more) {
        var all = new HashMap<>(some);
        all.putAll(more);
        return all;
    }

    /** However the driver leaves, those beside it are not left alone: they end, or leave, in their own time. */
    private Departure departure(Started started, LocalWorld world, Projections files) throws InterruptedException {
        var log = started.log();
        Option<Answering> answering = Option.none();
        try {
            household.begins(log.state(), world::offer);
            return new Driver(world, log, wait -> stays(wait, log.state().header().now()), (_, event, state) -> {
                files.folded(log.at(), event, state);
                view.folded(event, log.message(), state);
                household.folded(state);
                // What an agent must not have changed is remembered no longer than an agent is at work.
                if (state.isFree()) Guard.release(log.directory());
                if (event instanceof PhaseEntered) log.snapshot();
                if (event instanceof BranchOpened) extend(started.tree());
            }).run(log.state());
        } catch (RuntimeException | Error broken) {
            if (household.isAtWork()) answering = Option.of(answering(world, broken));
            throw broken;
        } finally {
            leave(world, answering);
        }
    }

    /** First what this driver holds is given back: those beside it may wait for it, a permit or the turn to merge. */
    private void leave(LocalWorld world, Option<Answering> answering) throws InterruptedException {
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

    /** Those beside a driver that failed work on, each a run of its own. What is asked meanwhile is not left without an answer. */
    private Answering answering(LocalWorld world, Throwable broken) {
        var why = "its own driver stopped: " + broken.getMessage();
        view.notice(why + "; those that are driven beside it go on");
        var over = new AtomicBoolean();
        return new Answering(world, over, Thread.ofVirtual().name("answering").start(() -> {
            while (!over.get()) {
                try {
                    if (world.next() instanceof Arrival.Asked asked) refuse(asked, why);
                } catch (InterruptedException left) {
                    return;
                } catch (PipelineBug another) {
                    view.notice(String.valueOf(another.getMessage()));
                }
            }
        }));
    }

    /** Who answers for a driver that failed. */
    private record Answering(LocalWorld world, AtomicBoolean over, Thread thread) {

        /** Returns when the answer that is being written, if one is, has been: it is not cut off. */
        void end() throws InterruptedException {
            over.set(true);
            world.offer(new Arrival.Called());
            thread.join();
        }
    }

    /** The run's log takes nothing: those beside it can only be held, and be ended when somebody drives it again. A signal reaches them by itself. */
    private void refuse(Arrival.Asked asked, String why) {
        var pause = switch (asked.command()) {
            case Command.Pause held -> Option.of(held);
            case Command.Abort _    -> Option.of(new Command.Pause(Urgency.NOW));
            case Command.Freeze _, Command.Approve _, Command.Reject _, Command.Resume _, Command.RetryHalted _, Command.RaiseBudget _, Command.GoUntil _, Command.Call _,
                    Command.ReportChildEnd _, Command.ReportChild _, Command.SeeCommits _ -> Option.<Command.Pause>none();
        };
        asked.reply().accept(Either.left(new Rejection(Code.NOT_EXPECTED, why + (pause.isDefined() ? "; its tasks were told to pause: ask again when they have left" : ""))));
        // Afterwards: with the last of them the inbox is closed, and whoever asked would tell it the log alone.
        pause.filter(_ -> asked.message().isDefined() && !Interrupts.isToldToGo(asked.message())).forEach(held -> household.signalled(new Arrival.Asked(held, _ -> {})));
    }

    private static void extend(TreeLock tree) {
        try {
            tree.extend();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /** The log takes nothing more. What is in the working tree stays there; if the run itself is gone, it is saved as well. */
    private static UserError stopped(Workspace workspace, RunDirectory directory, PipelineState state, JournalFault fault) throws IOException {
        if (Files.exists(directory.events()))
            return StorageTrouble.of(new IOException(fault.getMessage(), fault.getCause()), directory.events().toString(), "foldline resume " + directory.id());
        var ref = "refs/foldline/saved/" + directory.id() + "/gone";
        var kept = Exclusions.engine().and(state.ledger().repository().kept().asJava());
        var saved = workspace.site().isThere() && workspace.git().saveWork(ref, "Unfinished work of run " + directory.id(), kept) instanceof SaveOutcome.Saved;
        return new UserError("the folder of run " + directory.id() + " was removed while it was driven, and its log with it"
                + (saved ? "; what was not committed is in the working tree, and saved as " + ref : "; all its work is committed"),
                directory.path().toString(), saved ? "git show " + ref : "git log", ExitCode.FAILED);
    }

    /** The phase before which it is to pause; a run that begins paused stands before it. */
    private static Option<String> asked(PipelineState state) {
        return state.life() instanceof Life.Paused ? state.phase().map(Phase::id) : state.header().until();
    }

    /** Before the phase that was asked for: nothing of it has begun. */
    private static boolean isBefore(String asked, PipelineState state) {
        return state.cursor() instanceof Cursor.Arrived && state.life() instanceof Life.Paused && state.phase().exists(phase -> phase.id().equals(asked));
    }

    /** @param known the latest time the run has heard of: with a clock set back, a short wait stays a short one */
    private boolean stays(Wait wait, Instant known) {
        return wait.awaited().forAll(awaited -> switch (awaited) {
            // While others work beside it there is somebody to be told what it is told.
            case Awaited.Resumption _, Awaited.Attention _, Awaited.Refill _, Awaited.ChildrenEnds _ -> household.isAtWork();
            case Awaited.Moment(var notBefore, _) -> manner.waits() || isShort(Instant.now(), notBefore) || isShort(known, notBefore);
            case Awaited.Resolution _, Awaited.Call _ -> manner.waits() || household.isAtWork();
        });
    }

    private static boolean isShort(Instant from, Instant to) { return Duration.between(from, to).compareTo(SHORT_WAIT) < 0; }
}
