package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.projection.runtime.WorkflowStatus;
import dev.foldline.core.state.Recovery;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.process.Reaper;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** Opens the logs and working trees of runs that are resumed. */
final class RunOpener {
    private RunOpener() {}

    static final Duration GRACE = Duration.ofSeconds(5);

    /** A step of resuming one run. */
    @FunctionalInterface
    interface ResumeStep<A, B> {
        B from(A one) throws IOException;
    }

    static <A, B> List<B> each(
            List<A> all,
            BiConsumer<RunDirectory, Exception> refused,
            Function<A, RunDirectory> run,
            ResumeStep<A, B> taking) {
        var taken = new ArrayList<B>();
        for (var one : all) {
            try {
                taken.add(taking.from(one));
            } catch (IOException | UserError refusal) {
                refused.accept(run.apply(one), refusal);
            }
        }
        return taken;
    }

    static RunLog opened(
            Workspace here, RunDirectory directory, boolean acceptRules, Consumer<RunLog> first)
            throws IOException {
        var log = openOrReap(directory, here.runs().redaction());
        try {
            first.accept(log);
            if (log.state().header().rules() == Pipeline.RULES_VERSION || acceptRules) return log;
            throw new UserError(
                    "the run was started under rules version "
                            + log.state().header().rules()
                            + ", this is version "
                            + Pipeline.RULES_VERSION,
                    directory.events().toString(),
                    "foldline " + verb(log.state()) + " " + directory.id() + " --accept-rules",
                    ExitCode.USAGE);
        } catch (RuntimeException refused) {
            log.close();
            throw refused;
        }
    }

    /** Returns the command that resumes a run of a workflow. */
    static String resumption(String run, String workflow) {
        return isOfTasks(workflow) ? "foldline workflow resume " + run : "foldline resume " + run;
    }

    /** Returns the command that resumes a run that is here; if its log is not, that of most. */
    static String resumption(RunDirectory run) throws IOException {
        return resumption(
                run.id().text(),
                run.hasStarted() ? RunHistory.open(run).latest().state().workflow().name() : "");
    }

    static boolean isOfTasks(String workflow) {
        return workflow.equals(dev.foldline.core.workflow.builtin.Tasks.NAME);
    }

    /** Returns the command that resumes the run. */
    private static String verb(PipelineState state) {
        if (isOfTasks(state.workflow().name()))
            return WorkflowStatus.wasStarted(state) ? "workflow resume" : "workflow start";
        return state.slots().recovery() instanceof Recovery.Halted ? "retry" : "resume";
    }

    /**
     * @param marked the processes of any run at the time when its log was already locked
     */
    static RunLauncher.Started resumed(Workspace here, RunLog log, List<Reaper.Marked> marked)
            throws IOException {
        var run = log.directory();
        try {
            // Before anything is looked at: what a dead driver left running could change it
            // meanwhile.
            if (marked.stream().anyMatch(one -> one.marker().run().equals(run.id().text())))
                Reaper.reap(run.id().text(), GRACE);
            // A call that was interrupted is looked at by the driver; until then nothing it planted
            // may run.
            if (RunLocation.isInterrupted(log.state()))
                StoredGuard.secure(
                        run,
                        here.runs().blobs(),
                        RunLocation.root(here, run),
                        log.state().header().ticket());
            RunSharing.refuseElsewhere(here, run);
            return found(here, log, marked);
        } catch (IOException | RuntimeException refused) {
            log.close();
            throw refused;
        }
    }

    /**
     * Locks the working tree. The log has no new event yet, so a rejected request can be repeated.
     */
    private static RunLauncher.Started found(Workspace here, RunLog log, List<Reaper.Marked> marked)
            throws IOException {
        var place = RunLocation.find(here, log.directory(), log.state());
        try {
            var started = RunLauncher.Started.in(place, log);
            try {
                OrphanProcesses.refuse(place, Optional.of(log.directory().id()), marked);
                UnloggedCommits.refuse(place, log.directory(), log.state());
                return started;
            } catch (IOException | RuntimeException refused) {
                started.tree().close();
                throw refused;
            }
        } catch (IOException | RuntimeException refused) {
            if (place != here) place.close();
            throw refused;
        }
    }

    /** Opens the log. If that fails, the processes of its dead driver are ended. */
    private static RunLog openOrReap(RunDirectory directory, Redaction redaction)
            throws IOException {
        try {
            return open(directory, redaction);
        } catch (UserError refused) {
            if (RunLock.take(directory.lock()) instanceof RunLock.LockAttempt.Held(var lock)) {
                try (lock) {
                    Reaper.reap(directory.id().text(), GRACE);
                }
            }
            throw refused;
        }
    }

    private static RunLog open(RunDirectory directory, Redaction redaction) throws IOException {
        var log = RunLog.open(directory, redaction);
        if (log.isPresent()) return log.get();
        var holder = RunLock.holder(directory.lock()).map(each -> ", " + each + ",").orElse("");
        throw new UserError(
                "another driver" + holder + " owns the run " + directory.id(),
                directory.lock().toString(),
                "foldline watch " + directory.id(),
                ExitCode.LOCKED);
    }
}
