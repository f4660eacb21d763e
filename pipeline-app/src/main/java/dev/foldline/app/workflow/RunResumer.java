package dev.foldline.app.workflow;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.PolicyFactory;
import dev.foldline.app.run.RunTakeover;
import dev.foldline.core.PipelineState;
import dev.foldline.core.command.Command;
import dev.foldline.core.state.Item;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.core.state.Outcome;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.builtin.Tasks;
import dev.foldline.effects.fleet.ShareRecord;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.Runs;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.function.Consumer;

/** Resumes a run and applies the commands that let it continue. */
record RunResumer(RunLog log) {

    /** What was held goes on. */
    RunResumer resumePaused() {
        if (log.state().lifecycle() instanceof Lifecycle.Paused)
            log.submit(new Command.Resume(), Option.none());
        return this;
    }

    /**
     * Reports failed tasks to the workflow: those whose run lost its log, or ended without
     * completing while the workflow had no driver.
     */
    RunResumer bereft(Runs runs) throws IOException {
        for (var item : log.state().items().list(Tasks.TASKS)) {
            if (!(item.status() instanceof Item.Running(var ticket))) continue;
            var child = runs.directory(RunId.childOf(log.directory().id(), ticket));
            var why =
                    ChildRunFactory.lost(log.state(), child)
                            .map(UserError::message)
                            .orElse(() -> cancelled(child));
            for (var each : why)
                log.submit(
                        new Command.ReportChildEnd(Tasks.TASKS, item.id(), ticket, false, each),
                        Option.none());
        }
        return this;
    }

    private static Option<String> cancelled(RunDirectory child) {
        try {
            return child.hasStarted()
                            && RunHistory.open(child).latest().state().lifecycle()
                                    instanceof Lifecycle.Ended(var outcome)
                            && !(outcome instanceof Outcome.Completed)
                    ? Option.of(ChildRunSupervisor.why(outcome))
                    : Option.none();
        } catch (UserError | IOException unreadable) {
            // The driver of its parent reports it.
            return Option.none();
        }
    }

    /**
     * Resumes the child runs that paused, and retries those that halted, because the user resumes
     * their parent.
     */
    static void wakeChildren(Workspace here, PipelineState parent, Consumer<RunResumer> retry)
            throws IOException {
        if (parent.slots().recovery() instanceof Recovery.Ending) return;
        for (var item : parent.items().lists().values().flatMap(list -> list))
            if (item.status() instanceof Item.Running(var ticket))
                wake(
                        here,
                        here.runs()
                                .directory(RunId.childOf(new RunId(parent.header().run()), ticket)),
                        retry);
    }

    private static void wake(Workspace here, RunDirectory child, Consumer<RunResumer> retry)
            throws IOException {
        if (!child.hasStarted() || !isHere(here, child)) return;
        PipelineState state;
        try (var log = RunLog.open(child, here.runs().redaction()).orElse(null)) {
            if (log == null) return;
            retry.accept(new RunResumer(log).resumePaused());
            state = log.state();
        } catch (UserError unreadable) {
            // The driver of its parent reports it.
            return;
        }
        wakeChildren(here, state, retry);
    }

    /**
     * A child that a fleet drives is resumed by its next host. One that has halted is taken here to
     * be retried, and submitted again.
     */
    private static boolean isHere(Workspace here, RunDirectory child) throws IOException {
        var record = ShareRecord.of(child);
        if (record.isEmpty()) return true;
        try {
            if (!(RunHistory.open(child).latest().state().slots().recovery()
                    instanceof Recovery.Halted)) return false;
            RunTakeover.take(here, child.id().text(), here.root(), record.get().remote(), false);
            return true;
        } catch (UserError driven) {
            // The driver of its parent reports it.
            return false;
        }
    }

    /** Retries a halted run with the checks of its workflow. */
    RunResumer retried() {
        if (log.state().slots().recovery() instanceof Recovery.Halted)
            log.submit(new Command.RetryHalted(), Option.none());
        return this;
    }

    /** What has halted is tried again, with the checks as they are configured now. */
    RunResumer retried(Settings settings) {
        if (log.state().slots().recovery() instanceof Recovery.Halted)
            log.submit(
                    new Command.RetryHalted(Option.none(), PolicyFactory.checks(settings)),
                    Option.none());
        return this;
    }
}
