package dev.foldline.effects.replay;

import dev.foldline.core.PipelineState;
import dev.foldline.core.event.GitEvent.WorkCommitted;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent.CallGuarded;
import dev.foldline.core.event.RunEvent.DriverStarted;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.effects.context.AgentCallLimiter;
import dev.foldline.effects.driver.Driver;
import dev.foldline.effects.environment.EffectPorts;
import dev.foldline.effects.environment.LocalEnvironment;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.log.EventLog;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.OpenLogResult;
import dev.foldline.effects.recording.EffectRecorder;
import dev.foldline.effects.recording.RecordedAgents;
import dev.foldline.effects.recording.RecordedOutcome;
import dev.foldline.effects.recording.RecordedSession;
import dev.foldline.effects.workflow.builtin.WorkflowSupports;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Replays a recorded run in a scratch repository with the real driver, reducer, handlers and git.
 * No agent and no check is started.
 */
public final class HermeticReplay {
    private final RecordedSource source;
    private final RecordedLog log;
    private final ScratchRepository scratch;
    private final Consumer<String> activity;

    /**
     * The end of a replay that equals its recording.
     *
     * @param events number of events
     * @param commits number of commits that were made again
     * @param state the last state
     */
    public record Result(long events, long commits, PipelineState state) {}

    private HermeticReplay(
            RecordedSource source,
            RecordedLog log,
            ScratchRepository scratch,
            Consumer<String> activity) {
        this.source = source;
        this.log = log;
        this.scratch = scratch;
        this.activity = activity;
    }

    /**
     * Checks every piece of the recording, then replays the run.
     *
     * @param folder an empty or new folder for the scratch repository
     * @param environment finds git
     * @param activity receives each line that agents and checks printed
     * @throws DamagedRecording before anything starts, if a piece is missing or damaged
     * @throws ReplayDivergence at the first event that differs
     */
    public static Result replay(
            RecordedSource source,
            Path folder,
            Map<String, String> environment,
            Consumer<String> activity)
            throws IOException, InterruptedException {
        var log = RecordingCheck.check(source);
        try (var scratch = ScratchRepository.create(folder, source, log, environment)) {
            return new HermeticReplay(source, log, scratch, activity).all();
        }
    }

    private Result all() throws IOException, InterruptedException {
        var started = (RunStarted) log.lines().head().event();
        if (!(FileEventLog.open(scratch.run().events(), _ -> {})
                instanceof OpenLogResult.Opened(var file, _)))
            throw new IOException("cannot create " + scratch.run().events());
        WorkflowSupports.prepareReplay(started.workflow(), scratch.run());
        try (file) {
            var journal = begin(started, file);
            while (log.next().isDefined()) {
                var line = log.next().get();
                switch (line.event()) {
                    case DriverStarted(var epoch, _) ->
                            drive(journal, source.recording().session(epoch), started);
                    // A command that was sent while no driver was running.
                    case InputEvent _ -> journal.copy(line);
                    default ->
                            throw new ReplayDivergence(
                                    line.seq(), "the driver has stopped before this event");
                }
            }
            return new Result(
                    log.lines().size(),
                    log.lines().count(line -> line.event() instanceof WorkCommitted),
                    journal.state());
        }
    }

    private ReplayJournal begin(RunStarted started, EventLog file) throws IOException {
        var journal = new ReplayJournal(log, file, Pipeline.start(started));
        journal.begin(log.lines().head());
        return journal;
    }

    private void drive(ReplayJournal journal, RecordedSession session, RunStarted started)
            throws IOException, InterruptedException {
        var run = scratch.context(session.setup(), started.workflow().policy());
        var tree = new ReplayedTree(source, run, scratch.objects(), scratch.options());
        tree.found(session);
        var clock = new ReplayClock(ZoneId.of(session.setup().zone()));
        var ports =
                new EffectPorts(
                        new PlayedProcesses(source, tree),
                        clock,
                        EffectRecorder.NONE,
                        this::signature);
        try (var site = run.site();
                var world =
                        new LocalEnvironment(
                                run,
                                RecordedAgents.of(session.setup()),
                                new RecordedChildren(scratch.folder(), run, log),
                                AgentCallLimiter.OPEN,
                                new LocalEnvironment.Audience(activity, activity),
                                ports)) {
            new Driver(
                            new ReplayEnvironment(world, log, source, tree, clock),
                            journal,
                            _ -> !log.isDriverOver(),
                            (_, event, state) -> {
                                if (state.isFree() && !(event instanceof CallGuarded))
                                    StoredGuard.release(run.directory());
                            })
                    .run(journal.state());
        } catch (DriverKilledException end) {
            // The recorded driver went no further either.
        }
    }

    private Map<String, String> signature(long ticket) {
        var commit = log.outcome(ticket).flatMap(RecordedOutcome::commit);
        try {
            return commit.isEmpty() ? Map.of() : scratch.objects().signature(commit.get());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
