package dev.foldline.app.run;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Awaited;
import dev.foldline.core.effect.Control.Wait;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.Cursor;
import dev.foldline.core.state.Life;
import dev.foldline.core.state.Life.Urgency;
import dev.foldline.effects.agent.AgentBook;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.driver.Arrival;
import dev.foldline.effects.driver.Departure;
import dev.foldline.effects.driver.Driver;
import dev.foldline.effects.driver.JournalFault;
import dev.foldline.effects.process.Marker;
import dev.foldline.effects.store.InboxReceiver;
import dev.foldline.effects.world.LocalWorld;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** One driver at work on one run in one working tree: its world, its inbox, its signals, and those who watch. */
public final class RunSession {
    private static final Duration SHORT_WAIT = Duration.ofMinutes(5);

    private final Workspace workspace;
    private final AgentBook agents;
    private final List<String> listed;
    private final boolean waits;
    private final Optional<String> until;
    private final RunView view;

    /**
     * @param listed names of variables that agents get besides the usual ones
     * @param waits whether to stay at gates and limits instead of leaving the run parked
     * @param until the phase before which to pause
     */
    public RunSession(Workspace workspace, AgentBook agents, List<String> listed, boolean waits, Optional<String> until, RunView view) {
        this.workspace = workspace;
        this.agents = agents;
        this.listed = List.copyOf(listed);
        this.waits = waits;
        this.until = until;
        this.view = view;
    }

    /** Drives the run until it ends or has to wait for something nobody here stays for. Closes the log. */
    public Driven drive(RunLog log) throws IOException, InterruptedException {
        try (log; var tree = TreeLock.take(workspace); var receiver = InboxReceiver.open(log.directory().inbox())) {
            log.notices(view::notice);
            var git = workspace.git().with(Marker.forTools(log.directory().id().text()));
            var context = new RunContext(log.directory(), workspace.runs().blobs(), git, workspace.environment(), listed);
            try (var world = new LocalWorld(context, agents, view::activity);
                    var interrupts = new Interrupts(world::offer, view::notice)) {
                Mailbox.listen(log.directory(), receiver, world::offer, view::notice);
                view.begins(log.state(), workspace.root().toString());
                var departure = new Driver(world, log, this::stays, (decision, event, state) -> {
                    view.folded(decision, event, state);
                    if (event instanceof PhaseEntered) log.snapshot(state);
                    if (isBeforeUntil(state) && state.life() instanceof Life.Running) world.offer(new Arrival.Asked(new Command.Pause(Urgency.WHEN_DONE), _ -> {}));
                }).run(log.state());
                log.snapshot(departure.state());
                if (isBeforeUntil(departure.state())) return Driven.AS_FAR_AS_ASKED;
                return departure instanceof Departure.Parked && interrupts.isTerminated() ? Driven.TERMINATED : Driven.AS_IT_STANDS;
            }
        } catch (JournalFault fault) {
            throw new UserError(String.valueOf(fault.getMessage()), log.directory().path().toString(),
                    "when the cause is gone: foldline resume " + log.directory().id(), ExitCode.FAILED);
        }
    }

    /** Before the phase that was asked for: nothing of it has begun. */
    private boolean isBeforeUntil(PipelineState state) {
        return state.cursor() instanceof Cursor.Arrived
                && until.isPresent() && state.phase().exists(phase -> phase.id().equals(until.get()));
    }

    private boolean stays(Wait wait) {
        return wait.awaited().forAll(awaited -> switch (awaited) {
            case Awaited.Resumption _, Awaited.Attention _, Awaited.Refill _ -> false;
            case Awaited.Moment(var notBefore, _) -> waits || Duration.between(Instant.now(), notBefore).compareTo(SHORT_WAIT) < 0;
            case Awaited.Resolution _, Awaited.Call _, Awaited.ChildrenEnds _ -> waits;
        });
    }
}
