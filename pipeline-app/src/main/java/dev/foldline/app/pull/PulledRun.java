package dev.foldline.app.pull;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.projection.Projections;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunSession;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.command.Command;
import dev.foldline.core.effect.Control;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.tdd.TddTimeline;
import dev.foldline.core.projection.tdd.TddView;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.workflow.tdd.TddTexts;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/**
 * A run that an agent pulls. It has no driver between two calls: each call opens its log, reports
 * one thing to the run, and drives it until it waits again.
 *
 * @param here where it works
 * @param view receives the events of a call
 */
record PulledRun(RunDirectory directory, Workspace here, RunObserver view) {

    /** As it stands now. */
    TddTimeline account() throws IOException {
        return Projections.tddAccount(directory);
    }

    /** As it stood after each of its events. */
    Vector<TddTimeline> accounts() throws IOException {
        return Projections.tddAccounts(directory);
    }

    boolean isOver() throws IOException {
        return RunHistory.open(directory).latest().state().lifecycle() instanceof Lifecycle.Ended;
    }

    /** Whether the engine calls its worker instead of waiting for calls. */
    boolean isDriven() throws IOException {
        return DrivenTdd.is(RunHistory.open(directory).latest().state().workflow());
    }

    /** How it stood, with the texts it keeps. */
    TddView currentView(TddTimeline account) throws IOException {
        return TddTexts.view(account, here.runs().blobs());
    }

    /** How it stands now, with the texts it keeps. */
    TddView currentView() throws IOException {
        return currentView(account());
    }

    /** Whatever a driver that died has left is carried on; true if there was something. */
    boolean settle() throws IOException, InterruptedException {
        var log = open();
        var next = Pipeline.decide(log.state()).effect();
        if (next instanceof Control.Wait || next instanceof Control.Stop) {
            log.close();
            return false;
        }
        drive(log);
        return true;
    }

    /**
     * Tells it something, and carries it on.
     *
     * @throws UserError if it cannot take it now
     */
    void submit(Command command) throws IOException, InterruptedException {
        var log = open();
        var received = log.submit(command, Option.none());
        if (received.isLeft()) {
            log.close();
            throw new UserError(
                    received.getLeft().message(),
                    "run " + directory.id(),
                    "foldline task get",
                    ExitCode.FAILED);
        }
        drive(log);
    }

    /** Writes both files from the run's state, replacing other changes. */
    void restore() throws IOException, InterruptedException {
        try (var log = open()) {
            Projections.of(directory, log.state(), here.runs(), here.root(), view::notice);
        }
    }

    /** Carries it on until it waits for the next call. */
    void drive(RunLog log) throws IOException, InterruptedException {
        RunSession session;
        Started started;
        try {
            var settings = PulledRuns.settings(here);
            session =
                    new RunSession(
                            WorkflowFactory.checksOnly(settings),
                            settings.team().env(),
                            Templates.OURS,
                            new DriverOptions(false),
                            view);
            started = Started.in(here, log);
        } catch (IOException | RuntimeException notBegun) {
            log.close();
            throw notBegun;
        }
        session.drive(started);
    }

    /** Returns the log as soon as it is unlocked. */
    private RunLog open() throws IOException, InterruptedException {
        return LockPoller.await(
                "run " + directory.id(), () -> RunLog.open(directory, here.runs().redaction()));
    }
}
