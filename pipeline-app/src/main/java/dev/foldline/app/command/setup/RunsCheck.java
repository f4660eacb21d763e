package dev.foldline.app.command.setup;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.StorageFailure;
import dev.foldline.app.error.UserError;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.DamagedLog;
import dev.foldline.app.repository.KnownHeads;
import dev.foldline.app.repository.LostLog;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.UnfinishedRuns;
import dev.foldline.app.run.MissingTexts;
import dev.foldline.app.workflow.LostTask;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.state.Lifecycle;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.OpenRepositoryResult;
import dev.foldline.effects.git.local.Repositories;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogDamage;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.ReadResult;
import dev.foldline.effects.log.TornTail;
import dev.foldline.effects.process.Reaper;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunLock;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What runs have left: processes of dead drivers, torn or damaged logs, runs that can go on. A
 * driven run is left alone.
 */
final class RunsCheck {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Console console;
    private final boolean fix;
    private final boolean all;
    private final List<DoctorFinding> findings = new ArrayList<>();
    private final List<Reaper.Marked> processes = Reaper.marked();

    /**
     * @param all whether every line of every log is read
     */
    RunsCheck(Console console, boolean fix, boolean all) {
        this.console = console;
        this.fix = fix;
        this.all = all;
    }

    List<DoctorFinding> findings() throws IOException {
        try {
            var runs = Checkout.at(console.directory()).runs();
            if (all) runs.forgetIndex();
            var everyRun = runs.newestFirst();
            var unfinished = Set.copyOf(UnfinishedRuns.of(runs));
            findings.addAll(
                    new StorageCheck(
                                    runs,
                                    everyRun.stream()
                                            .filter(run -> all || unfinished.contains(run))
                                            .toList(),
                                    fix)
                            .findings());
            for (var run : everyRun)
                if (all || unfinished.contains(run) || !isOver(run, runs)) examine(run, runs);
        } catch (UserError noRepository) {
            return List.of();
        } catch (IOException unreadable) {
            broken("runs", StorageFailure.of(unreadable, "", ""));
        }
        return findings;
    }

    /**
     * Of a run that had ended only the last line is read; one that ends otherwise now is looked at
     * as if nothing were known of it.
     */
    private boolean isOver(RunDirectory run, Runs runs) throws IOException {
        if (!UnfinishedRuns.endsAsAnEnd(run)) {
            runs.forgetIndex();
            return false;
        }
        orphans(run);
        return true;
    }

    private void examine(RunDirectory run, Runs runs) {
        try {
            if (RunLock.holder(run.lock()).isPresent())
                findings.add(DoctorFinding.good("run " + run.id(), "is driven"));
            else undriven(run, runs);
        } catch (IOException unreadable) {
            broken("run " + run.id(), StorageFailure.of(unreadable, run.path().toString(), ""));
        }
    }

    private void broken(String subject, UserError why) {
        findings.add(
                DoctorFinding.broken(
                        subject, why.message() + " (" + why.place() + ")", why.hint()));
    }

    private void undriven(RunDirectory run, Runs runs) throws IOException {
        orphans(run);
        if (!Files.exists(run.events()) || Files.size(run.events()) == 0) {
            eventless(run, runs);
            return;
        }
        writable(run);
        var missing = KnownHeads.missing(run);
        if (missing.isPresent()) {
            damaged(run, missing.get());
            return;
        }
        switch (end(run)) {
            case ReadResult.End(_, var torn) -> {
                if (torn.isPresent()) torn(run, torn.get());
                standing(run);
            }
            case ReadResult.Damaged(var damage) -> damaged(run, damage);
            case ReadResult.Line _ -> throw new PipelineBug("a log does not end with a line");
        }
    }

    private void damaged(RunDirectory run, LogDamage damage) {
        var refusal = DamagedLog.of(run.events(), damage, run.id().text());
        findings.add(
                DoctorFinding.broken(
                        "run " + run.id(),
                        refusal.message()
                                + "; nothing is written to it any more ("
                                + refusal.place()
                                + ")",
                        refusal.hint()));
    }

    /**
     * Where nothing at all can be written, it is not the log's own right that is missing; that has
     * been found by then.
     */
    private void writable(RunDirectory run) throws IOException {
        if (Files.isWritable(run.events()) || Files.getFileStore(run.events()).isReadOnly()) return;
        findings.add(
                DoctorFinding.broken(
                        "run " + run.id(),
                        "cannot write its log: permission denied (" + run.events() + ")",
                        "chmod u+rw '" + run.events() + "'"));
    }

    /**
     * Either its process died before the first event, and there is nothing in it to lose; or its
     * log is lost, and all else is kept.
     */
    private void eventless(RunDirectory run, Runs runs) throws IOException {
        var refs = refs();
        var lost = LostLog.of(run, refs.orElse(Set.of()));
        if (lost.isPresent()) lost(lost.get(), LostTask.of(run, runs));
        // What the repository has of it cannot be seen: that has been found by then.
        else if (fix && refs.isPresent() && locked(run, run::remove))
            findings.add(DoctorFinding.fixed("run " + run.id(), "removed: it never started"));
        else
            findings.add(
                    DoctorFinding.note(
                            "run " + run.id(),
                            "never started: it has no events",
                            "foldline doctor --fix"));
    }

    private void lost(LostLog log, Optional<LostTask> task) {
        var run = log.run();
        findings.add(
                DoctorFinding.broken(
                        "run " + run.id(),
                        "its log is lost ("
                                + run.events()
                                + "), so it cannot continue; nothing is removed. "
                                + task.map(
                                                worked ->
                                                        "It worked on task "
                                                                + worked.name()
                                                                + " of workflow "
                                                                + worked.workflow()
                                                                + ". ")
                                        .orElse("")
                                + "What remains: "
                                + log.describe(),
                        log.remedy(task.map(LostTask::remedy))));
    }

    /** The names of all refs of the repository, if git opens it. */
    private Optional<Set<String>> refs() throws IOException {
        return switch (new Repositories(GitOptions.from(console.environment()))
                .open(console.directory())) {
            case OpenRepositoryResult.Opened(var git) -> {
                try (git) {
                    yield Optional.of(git.ground().facts().keySet());
                }
            }
            case OpenRepositoryResult.Refused _ -> Optional.empty();
        };
    }

    private void orphans(RunDirectory run) throws IOException {
        var left =
                processes.stream()
                        .filter(one -> one.marker().run().equals(run.id().text()))
                        .toList();
        if (left.isEmpty()) return;
        var named =
                left.stream()
                        .map(one -> one.pid() + " " + one.command())
                        .collect(Collectors.joining(", "));
        if (fix && locked(run, () -> Reaper.reap(run.id().text(), GRACE))) {
            findings.add(
                    DoctorFinding.fixed(
                            "run " + run.id(), "killed processes of its dead driver: " + named));
        } else {
            findings.add(
                    DoctorFinding.broken(
                            "run " + run.id(),
                            "its driver is dead and left processes running: " + named,
                            "foldline doctor --fix"));
        }
    }

    private void torn(RunDirectory run, TornTail tail) throws IOException {
        if (fix && locked(run, () -> repair(run))) {
            findings.add(
                    DoctorFinding.fixed("run " + run.id(), "repaired its log: " + tail.message()));
        } else {
            findings.add(
                    DoctorFinding.note(
                            "run " + run.id(),
                            tail.message() + "; resuming repairs it",
                            "foldline doctor --fix"));
        }
    }

    private static void repair(RunDirectory run) throws IOException {
        if (FileEventLog.open(run.events(), _ -> {})
                instanceof dev.foldline.effects.log.OpenLogResult.Opened(var log, _)) log.close();
    }

    /** Every line is checked, whatever a snapshot says. */
    private static ReadResult end(RunDirectory run) throws IOException {
        try (var reader = LogReader.open(run.events())) {
            var reading = reader.next();
            while (reading instanceof ReadResult.Line) reading = reader.next();
            return reading;
        }
    }

    private void standing(RunDirectory run) throws IOException {
        try {
            var end = RunHistory.open(run).latest();
            var missing = KnownHeads.missing(run, end);
            missing.ifPresent(damage -> damaged(run, damage));
            var state = end.state();
            if (missing.isPresent() || state.lifecycle() instanceof Lifecycle.Ended) return;
            var lost = MissingTexts.of(state, Checkout.at(console.directory()).runs().blobs());
            if (lost.nonEmpty())
                findings.add(
                        DoctorFinding.broken(
                                "run " + run.id(),
                                "texts are missing or damaged: " + lost.mkString(", "),
                                MissingTexts.remedy(run.id().text())));
            var standing = RunSummary.of(state, run.id().text(), false);
            findings.add(
                    DoctorFinding.note(
                            "run " + run.id(),
                            standing.sentence(),
                            standing.next().isEmpty() ? "" : standing.next().getFirst()));
        } catch (UserError unreadable) {
            broken("run " + run.id(), unreadable);
        }
    }

    /** An action that runs under the lock of the run. */
    private interface Work {
        void perform() throws IOException;
    }

    private static boolean locked(RunDirectory run, Work work) throws IOException {
        if (!(RunLock.take(run.lock()) instanceof RunLock.LockAttempt.Held(var lock))) return false;
        try (lock) {
            work.perform();
            return true;
        }
    }
}
