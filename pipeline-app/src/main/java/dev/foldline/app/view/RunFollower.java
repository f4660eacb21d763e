package dev.foldline.app.view;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.LostLog;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.SharedRuns.PublishedCopy;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.agent.cli.AgentActivity;
import dev.foldline.effects.json.WireFault;
import dev.foldline.effects.log.LogFold;
import dev.foldline.effects.log.LogLine;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.store.DirectoryWatch;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import io.vavr.control.Option;

import org.jline.utils.Signals;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Follows a run that another process drives, by its log, for as long as it is driven. It only
 * reads.
 */
public final class RunFollower {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
    private static final Duration FETCH_AGAIN = Duration.ofSeconds(2);

    private final RunDirectory run;
    private final RunObserver view;
    private final OutputTail murmur;
    private final TerminalOutputs terminals;
    private final LogFold fold = LogFold.fromStart();
    private boolean showing;
    private long linesRead;

    /** Copies a shared run as it is published now. */
    @FunctionalInterface
    public interface Copier {
        PublishedCopy copy() throws IOException;
    }

    private RunFollower(RunDirectory run, RunObserver view) {
        this.run = run;
        this.view = view;
        this.murmur = new OutputTail(run.output());
        this.terminals = new TerminalOutputs(run);
    }

    /**
     * Shows the status of a run and then its events, until it has ended, has no driver, or the
     * viewer leaves: by Ctrl-C, which does not reach the run, or by an interrupt of this thread.
     * Does not close the view.
     *
     * @param root the run's working tree, to be shown
     * @return where the run stands then
     * @throws InterruptedException if it is left before anything could be shown
     * @throws UserError if the log is missing, empty or damaged; the view has received the events
     *     before the damage
     */
    public static PipelineState follow(RunDirectory run, String root, RunObserver view)
            throws IOException, InterruptedException {
        var watching = new RunFollower(run, view);
        var leaving = Signals.register("INT", Thread.currentThread()::interrupt);
        try (var _ = watching.terminals;
                var changes = DirectoryWatch.on(run.path(), run.output());
                var reader = LogReader.open(run.events())) {
            return watching.follow(reader, changes, root);
        } catch (InterruptedException | ClosedByInterruptException left) {
            Thread.interrupted();
            return watching.fold.state().getOrElseThrow(InterruptedException::new);
        } catch (NoSuchFileException noLog) {
            throw LostLog.absent(run);
        } finally {
            Signals.unregister("INT", leaving);
        }
    }

    /**
     * Shows a shared run as it is published, until it has ended or waits for the user, or the
     * viewer leaves. Does not close the view.
     *
     * @return where the run stands then
     */
    public static PipelineState followPublished(
            RunDirectory run, Copier copier, String root, RunObserver view)
            throws IOException, InterruptedException {
        var watching = new RunFollower(run, view);
        var leaving = Signals.register("INT", Thread.currentThread()::interrupt);
        try (var _ = watching.terminals) {
            return watching.followCopies(copier, root);
        } catch (InterruptedException | ClosedByInterruptException left) {
            Thread.interrupted();
            return watching.fold.state().getOrElseThrow(InterruptedException::new);
        } finally {
            Signals.unregister("INT", leaving);
        }
    }

    private PipelineState followCopies(Copier copier, String root)
            throws IOException, InterruptedException {
        var silence = "";
        var driven = true;
        while (true) {
            try {
                var copy = copier.copy();
                silence = "";
                try (var reader = LogReader.open(run.events())) {
                    for (long i = 0; i < linesRead; i++) reader.next();
                    readOn(reader);
                }
                var state = fold.state().getOrElseThrow(() -> LostLog.empty(run));
                show(state, root);
                var free = copy.lease().isFree(Instant.now());
                if (hasEnded(state) || isForUser(state) || free && isWaiting(state)) return state;
                if (free && driven) view.notice("no driver has the run now");
                driven = !free;
            } catch (UserError silent) {
                if (silent.exit() != ExitCode.UNAVAILABLE) throw silent;
                if (!silence.equals(silent.message())) view.notice(silent.message());
                silence = silent.message();
            }
            Thread.sleep(FETCH_AGAIN);
        }
    }

    /** Returns whether a run waits for the user, with or without a driver. */
    public static boolean isForUser(PipelineState state) {
        return Pipeline.decide(state).effect() instanceof Control.Wait(_, var until)
                && until.isEmpty();
    }

    private static boolean isWaiting(PipelineState state) {
        return Pipeline.decide(state).effect() instanceof Control.Wait;
    }

    private void show(PipelineState state, String root) {
        if (!showing) view.begins(state, root);
        showing = true;
    }

    private PipelineState follow(LogReader reader, DirectoryWatch changes, String root)
            throws IOException, InterruptedException {
        while (true) {
            // Checked before reading: without a driver, the next read is complete.
            var driven = RunLock.holder(run.lock()).isPresent();
            readOn(reader);
            var state = fold.state();
            state.forEach(now -> show(now, root));
            state.forEach(
                    now ->
                            murmur.of(now).stream()
                                    .map(AgentActivity::ofLine)
                                    .flatMap(List::stream)
                                    .forEach(view::activity));
            state.toVector()
                    .flatMap(terminals::next)
                    .forEach(line -> view.activity(line.terminal() + ": " + line.text()));
            if (!driven || state.exists(RunFollower::hasEnded))
                return state.getOrElseThrow(() -> LostLog.empty(run));
            changes.awaitChange(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static boolean hasEnded(PipelineState state) {
        return state.lifecycle() instanceof Lifecycle.Ended;
    }

    private void fold(LogLine line) {
        linesRead++;
        var folded = foldLine(line);
        if (showing && folded.before().isDefined())
            view.onEvent(
                    folded.event(),
                    Option.ofOptional(line.message()),
                    Option.ofOptional(line.by()),
                    folded.after());
    }

    private LogFold.Folded foldLine(LogLine line) {
        try {
            return fold.next(line).getOrElseThrow(this::neverBegan);
        } catch (WireFault unknown) {
            throw damaged(
                    line.seq(), "event " + line.seq() + " is unreadable: " + unknown.getMessage());
        }
    }

    private void readOn(LogReader reader) throws IOException {
        while (true) {
            switch (reader.next()) {
                case ReadResult.Line(var line) -> fold(line);
                case ReadResult.End _ -> {
                    return;
                }
                case ReadResult.Damaged(var damage) ->
                        throw damaged(damage.line(), damage.message());
            }
        }
    }

    private UserError damaged(long line, String what) {
        return new UserError(
                what, run.events() + ":" + line, "foldline log " + run.id(), ExitCode.DIVERGED);
    }

    private UserError neverBegan() {
        return new UserError(
                "the log of run " + run.id() + " does not start with a run-started event",
                run.events().toString(),
                "restore the log from a backup",
                ExitCode.FAILED);
    }
}
