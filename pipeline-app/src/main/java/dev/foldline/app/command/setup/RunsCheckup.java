package dev.foldline.app.command.setup;

import dev.foldline.app.StorageTrouble;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.history.History;
import dev.foldline.app.history.LostLog;
import dev.foldline.app.history.LostTask;
import dev.foldline.app.history.Standing;
import dev.foldline.app.run.LostTexts;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.state.Life;
import dev.foldline.effects.git.GitSettings;
import dev.foldline.effects.git.Opening;
import dev.foldline.effects.git.local.Repositories;
import dev.foldline.effects.log.FileEventLog;
import dev.foldline.effects.log.LogReader;
import dev.foldline.effects.log.Reading;
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

/** What runs have left: processes of dead drivers, torn or damaged logs, runs that can go on. A driven run is left alone. */
final class RunsCheckup {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Console console;
    private final boolean fix;
    private final List<Finding> findings = new ArrayList<>();
    private final List<Reaper.Marked> processes = Reaper.marked();

    RunsCheckup(Console console, boolean fix) {
        this.console = console;
        this.fix = fix;
    }

    List<Finding> findings() throws IOException {
        try {
            var runs = Checkout.at(console.directory()).runs();
            findings.addAll(new StorageCheckup(runs, fix).findings());
            for (var run : runs.newestFirst()) examine(run, runs);
        } catch (UserError noRepository) {
            return List.of();
        } catch (IOException unreadable) {
            broken("runs", StorageTrouble.of(unreadable, "", ""));
        }
        return findings;
    }

    private void examine(RunDirectory run, Runs runs) {
        try {
            if (RunLock.holder(run.lock()).isPresent()) findings.add(Finding.good("run " + run.id(), "is driven"));
            else undriven(run, runs);
        } catch (IOException unreadable) {
            broken("run " + run.id(), StorageTrouble.of(unreadable, run.path().toString(), ""));
        }
    }

    private void broken(String subject, UserError why) {
        findings.add(Finding.broken(subject, why.message() + " (" + why.place() + ")", why.hint()));
    }

    private void undriven(RunDirectory run, Runs runs) throws IOException {
        orphans(run);
        if (!Files.exists(run.events()) || Files.size(run.events()) == 0) {
            eventless(run, runs);
            return;
        }
        writable(run);
        switch (end(run)) {
            case Reading.End(_, var torn) -> {
                if (torn.isPresent()) torn(run, torn.get());
                standing(run);
            }
            case Reading.Damaged(var damage) -> findings.add(Finding.broken("run " + run.id(), damage.message() + "; nothing is written to it any more (" + run.events() + ":" + damage.line() + ")",
                    "foldline log " + run.id()));
            case Reading.Line _ -> throw new PipelineBug("a log does not end with a line");
        }
    }

    /** Where nothing at all can be written, it is not the log's own right that is missing; that has been found by then. */
    private void writable(RunDirectory run) throws IOException {
        if (Files.isWritable(run.events()) || Files.getFileStore(run.events()).isReadOnly()) return;
        findings.add(Finding.broken("run " + run.id(), "its log cannot be written: permission denied (" + run.events() + ")", "chmod u+rw '" + run.events() + "'"));
    }

    /** Either its process died before the first event, and there is nothing in it to lose; or its log is lost, and all else is kept. */
    private void eventless(RunDirectory run, Runs runs) throws IOException {
        var refs = refs();
        var lost = LostLog.of(run, refs.orElse(Set.of()));
        if (lost.isPresent()) lost(lost.get(), LostTask.of(run, runs));
        // What the repository has of it cannot be seen: that has been found by then.
        else if (fix && refs.isPresent() && locked(run, run::remove)) findings.add(Finding.mended("run " + run.id(), "removed: it never began"));
        else findings.add(Finding.note("run " + run.id(), "never began: it has no first event", "foldline doctor --fix"));
    }

    private void lost(LostLog log, Optional<LostTask> task) {
        var run = log.run();
        findings.add(Finding.broken("run " + run.id(), "its log is lost (" + run.events() + "), and it cannot be gone on with; nothing of it is removed. "
                + task.map(worked -> "It has worked on the task " + worked.name() + " of workflow " + worked.workflow() + ". ").orElse("") + "There still is: " + log.told(),
                log.remedy(task.map(LostTask::remedy))));
    }

    /** The names of all refs of the repository, if git opens it. */
    private Optional<Set<String>> refs() throws IOException {
        return switch (new Repositories(GitSettings.from(console.environment())).open(console.directory())) {
            case Opening.Opened(var git) -> {
                try (git) {
                    yield Optional.of(git.ground().facts().keySet());
                }
            }
            case Opening.Refused _ -> Optional.empty();
        };
    }

    private void orphans(RunDirectory run) throws IOException {
        var left = processes.stream().filter(one -> one.marker().run().equals(run.id().text())).toList();
        if (left.isEmpty()) return;
        var named = left.stream().map(one -> one.pid() + " " + one.command()).collect(Collectors.joining(", "));
        if (fix && locked(run, () -> Reaper.reap(run.id().text(), GRACE))) {
            findings.add(Finding.mended("run " + run.id(), "ended what its dead driver left running: " + named));
        } else {
            findings.add(Finding.broken("run " + run.id(), "its driver is dead and left running: " + named, "foldline doctor --fix"));
        }
    }

    private void torn(RunDirectory run, TornTail tail) throws IOException {
        if (fix && locked(run, () -> repair(run))) {
            findings.add(Finding.mended("run " + run.id(), "repaired its log: " + tail.message()));
        } else {
            findings.add(Finding.note("run " + run.id(), tail.message() + "; resuming repairs it", "foldline doctor --fix"));
        }
    }

    private static void repair(RunDirectory run) throws IOException {
        if (FileEventLog.open(run.events(), _ -> {}) instanceof dev.foldline.effects.log.Opening.Opened(var log, _)) log.close();
    }

    /** Every line is checked, whatever a snapshot says. */
    private static Reading end(RunDirectory run) throws IOException {
        try (var reader = LogReader.open(run.events())) {
            var reading = reader.next();
            while (reading instanceof Reading.Line) reading = reader.next();
            return reading;
        }
    }

    private void standing(RunDirectory run) throws IOException {
        try {
            var state = History.open(run).latest().state();
            if (state.life() instanceof Life.Ended) return;
            var lost = LostTexts.of(state, Checkout.at(console.directory()).runs().blobs());
            if (lost.nonEmpty()) findings.add(Finding.broken("run " + run.id(), "texts of it are gone or damaged: " + lost.mkString(", "), LostTexts.remedy(run.id().text())));
            var standing = Standing.of(state, run.id().text(), false);
            findings.add(Finding.note("run " + run.id(), standing.phrase(), standing.next().isEmpty() ? "" : standing.next().getFirst()));
        } catch (UserError unreadable) {
            broken("run " + run.id(), unreadable);
        }
    }

    /** Something to be done while nobody can take the run up. */
    private interface Work {
        void perform() throws IOException;
    }

    private static boolean locked(RunDirectory run, Work work) throws IOException {
        if (!(RunLock.take(run.lock()) instanceof RunLock.Taking.Held(var lock))) return false;
        try (lock) {
            work.perform();
            return true;
        }
    }
}
