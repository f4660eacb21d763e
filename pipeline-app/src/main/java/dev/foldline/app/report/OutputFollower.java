package dev.foldline.app.report;

import dev.foldline.app.repository.LostLog;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.core.InFlight;
import dev.foldline.core.PipelineState;
import dev.foldline.core.effect.Control;
import dev.foldline.core.effect.WaitCondition;
import dev.foldline.core.event.RunEvent.EffectStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.store.DirectoryWatch;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Follows what the agents and checks of a run print, by its log and the files of its driver, for as
 * long as it is driven. It only reads.
 */
public final class OutputFollower {
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

    private final RunDirectory run;
    private final Predicate<OutputAddition> receiver;
    private final Deque<CallOutput> calls = new ArrayDeque<>();
    private Option<ReplayStep> last = Option.none();
    private boolean hasCalls;

    private OutputFollower(RunDirectory run, Predicate<OutputAddition> receiver) {
        this.run = run;
        this.receiver = receiver;
    }

    /**
     * Passes on what one call has printed, and then all that is printed after it, until the run has
     * ended, waits for the user or has no driver.
     *
     * @param from the number of the event that the call is about; none means the latest call
     * @param receiver returns whether it wants more
     * @return whether the receiver has wanted all of it
     * @throws dev.foldline.app.error.UserError if the log is missing, empty or damaged, has no such
     *     event, or no call has started
     */
    public static boolean follow(
            RunDirectory run, OptionalLong from, Predicate<OutputAddition> receiver)
            throws IOException, InterruptedException {
        var history = RunHistory.open(run);
        if (from.isPresent()) history.requireEvent(from.getAsLong());
        try (var changes = DirectoryWatch.on(run.path(), run.output());
                var steps = history.steps()) {
            return new OutputFollower(run, receiver)
                    .follow(steps, changes, from.orElse(Long.MAX_VALUE));
        }
    }

    private boolean follow(RunHistory.Steps steps, DirectoryWatch changes, long first)
            throws IOException, InterruptedException {
        for (long start = first; ; start = 0) {
            // Checked before reading: without a driver, the next read is complete.
            boolean isDriven = RunLock.holder(run.lock()).isPresent();
            readOn(steps, start);
            if (!pass(isDriven)) return false;
            if (!isDriven || last.exists(step -> isOver(step.after()))) break;
            changes.awaitChange(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        }
        if (!hasCalls)
            throw OutputPage.noCall(
                    run.id().text(), last.getOrElseThrow(() -> LostLog.empty(run)).seq());
        return true;
    }

    private void readOn(RunHistory.Steps steps, long start) throws IOException {
        for (var next = steps.next(); next.isPresent(); next = steps.next()) {
            var step = next.get();
            last = Option.of(step);
            if (!CallsPage.isCall(step)) continue;
            if (step.seq() <= start) calls.clear();
            calls.add(new CallOutput(run, step.seq(), (EffectStarted) step.event()));
            hasCalls = true;
        }
    }

    /** Passes on what each call has printed, up to the one that runs. */
    private boolean pass(boolean isDriven) throws IOException {
        while (!calls.isEmpty()) {
            var call = calls.getFirst();
            boolean isRunning = isDriven && last.exists(step -> isRunning(step.after(), call));
            if (!call.pass(!isRunning, receiver)) return false;
            if (isRunning) return true;
            calls.removeFirst();
        }
        return true;
    }

    private static boolean isRunning(PipelineState state, CallOutput call) {
        return state.slots().inFlight() instanceof InFlight.Known(var ticket, _)
                && ticket == call.ticket();
    }

    /** Whether the run has ended or waits for the user, so that nothing prints any more. */
    private static boolean isOver(PipelineState state) {
        return state.lifecycle() instanceof Lifecycle.Ended
                || Pipeline.decide(state).effect() instanceof Control.Wait(var awaited, _)
                        && awaited.exists(OutputFollower::isForUser);
    }

    private static boolean isForUser(WaitCondition awaited) {
        return switch (awaited) {
            case WaitCondition.Resolution _,
                    WaitCondition.Resumption _,
                    WaitCondition.BudgetRaise _,
                    WaitCondition.Intervention _ ->
                    true;
            case WaitCondition.Timer _,
                    WaitCondition.Call _,
                    WaitCondition.PullRequestNews _,
                    WaitCondition.ChildrenEnds _ ->
                    false;
        };
    }
}
