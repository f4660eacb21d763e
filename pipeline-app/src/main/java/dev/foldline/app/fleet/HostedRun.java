package dev.foldline.app.fleet;

import dev.foldline.app.error.UserError;
import dev.foldline.app.gate.OfflineApproval;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.Handover;
import dev.foldline.app.run.MissingTexts;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunTakeover;
import dev.foldline.app.workflow.WorkflowRuntime;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Recovery;
import dev.foldline.effects.driver.DriverInput;
import dev.foldline.effects.fleet.engine.Stay;
import dev.foldline.effects.fleet.engine.StayEnd;
import dev.foldline.effects.fleet.engine.StayEnd.Kind;
import dev.foldline.effects.git.WorktreeOutcome;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A stay of a run in this clone: it is taken from the shared repository, driven, and published.
 *
 * @param host the name of this host
 * @param receiver receives the consumer of commands for the driver
 * @param resumption is called before the run is driven, if this stay may resume it
 * @param isClosing whether this host stops, so that another one continues the run
 */
record HostedRun(
        Stay stay,
        String host,
        WorkerClone place,
        RunObserver view,
        Consumer<Consumer<DriverInput>> receiver,
        Resumption resumption,
        BooleanSupplier isClosing) {

    /** Waits until the engine knows that the run is not paused any more. */
    @FunctionalInterface
    interface Resumption {
        void report() throws InterruptedException;
    }

    /** Drives the run, and returns how the stay ended. */
    StayEnd drive() throws InterruptedException {
        try (var here = Workspace.open(place.directory(), place.environment())) {
            var run =
                    RunTakeover.take(
                            here,
                            stay.run(),
                            place.directory(),
                            place.remote(),
                            stay.manner().isTakingOver());
            drive(here, run);
            var state = RunHistory.open(run).latest().state();
            leaveTree(here, run, state);
            return end(run, state);
        } catch (IOException | UserError failed) {
            return new StayEnd(stay, host, Kind.FAILED, 0, reason(failed));
        }
    }

    /** The working tree of a task is removed where its parent is driven; this is another one. */
    private void leaveTree(Workspace here, RunDirectory run, PipelineState state)
            throws IOException {
        if (state.header().parent().isEmpty() || !(state.lifecycle() instanceof Lifecycle.Ended))
            return;
        for (var tree : RunLocation.remembered(run).stream().toList())
            if (here.git().removeWorktree(tree) instanceof WorktreeOutcome.Refused(var why))
                view.notice(tree + " is kept: " + why);
    }

    private static String reason(Exception failed) {
        return failed instanceof UserError error
                ? error.message()
                : String.valueOf(failed.getMessage());
    }

    private void drive(Workspace here, RunDirectory run) throws IOException, InterruptedException {
        var settings = RunLauncher.configuration(here, run, List.of()).settings();
        var started = RunLauncher.resume(here, run, false);
        try (started) {
            var session =
                    WorkflowRuntime.session(
                            here, started, settings, new DriverOptions(false), view);
            var mayResume = stay.manner().isResuming() || Handover.isOf(run);
            if (isAtRest(started.log().state(), mayResume)) session.publish(started);
            else {
                prepare(started);
                if (stay.manner().isResuming()) resumption.report();
                session.driveWithoutSignals(started, receiver);
            }
        } finally {
            if (started.workspace() != here) started.workspace().close();
        }
    }

    /** Returns whether there is nothing to drive before the user has answered. */
    private static boolean isAtRest(PipelineState state, boolean mayResume) {
        return state.lifecycle() instanceof Lifecycle.Ended
                || state.slots().recovery() instanceof Recovery.Halted
                || state.lifecycle() instanceof Lifecycle.Paused && !mayResume;
    }

    private static void prepare(Started started) throws IOException {
        MissingTexts.refuse(started);
        OfflineApproval.refuseOther(started);
        if (started.log().state().lifecycle() instanceof Lifecycle.Paused)
            started.log().submit(new Command.Resume(), Option.none());
    }

    private StayEnd end(RunDirectory run, PipelineState state) {
        var summary = RunSummary.of(state, run.id().text(), false);
        if (state.lifecycle() instanceof Lifecycle.Ended)
            return stayEnd(Kind.ENDED, summary.sentence());
        if (isClosing.getAsBoolean() && state.lifecycle() instanceof Lifecycle.Paused)
            return stayEnd(Kind.MOVED, "its host stops");
        for (var time : summary.retryAt().stream().toList())
            return new StayEnd(
                    stay,
                    host,
                    Kind.LIMITED,
                    Math.max(1, Duration.between(Instant.now(), time).toMillis()),
                    summary.sentence());
        return Pipeline.decide(state).effect() instanceof Control.Wait
                ? stayEnd(Kind.PARKED, summary.sentence())
                : stayEnd(Kind.FAILED, "its driver stopped");
    }

    private StayEnd stayEnd(Kind kind, String reason) {
        return new StayEnd(stay, host, kind, 0, reason);
    }
}
