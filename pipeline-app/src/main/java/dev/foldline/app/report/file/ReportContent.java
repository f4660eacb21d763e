package dev.foldline.app.report.file;

import dev.foldline.app.history.CostSheet;
import dev.foldline.app.history.ResultSummary;
import dev.foldline.app.history.RunSummary;
import dev.foldline.app.history.ValueFormatter;
import dev.foldline.app.report.LogLines;
import dev.foldline.app.report.RunReport;
import dev.foldline.app.repository.ReplayStep;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.CheckEvent;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.InputEvent;
import dev.foldline.core.event.RunEvent;
import dev.foldline.core.event.RunEvent.PhaseEntered;
import dev.foldline.core.state.Ledger.Commit;
import dev.foldline.effects.git.DiffStat;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.Blobs;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a report on a run tells.
 *
 * @param result what it has come to
 * @param change what differs between its base and its head; none if nothing does, or git no longer
 *     has them
 * @param task the text of the task; none if it is no longer there
 * @param steps all events, in order
 */
record ReportContent(
        String run,
        RunSummary standing,
        ResultSummary result,
        Optional<DiffStat> change,
        Optional<String> task,
        List<ReplayStep> steps,
        CostSheet costs,
        List<ReportedCommit> commits,
        List<ReportedCheck> checks) {
    private static final int TASK_CHARS_MAX = 20_000;
    private static final int DIFF_BYTES_MAX = 60_000;
    private static final int DIFFS_BYTES_MAX = 1_000_000;
    private static final int OUTPUT_CHARS_MAX = 4_000;
    private static final int OUTPUTS_MAX = 100;

    /**
     * A commit.
     *
     * @param diff what it changed; none if git no longer has it, or the report would become too
     *     large
     */
    record ReportedCommit(String hash, String subject, Optional<String> diff) {}

    /**
     * A check that ran.
     *
     * @param output the end of its output, if it is still there
     */
    record ReportedCheck(ReplayStep step, boolean passed, String name, Optional<String> output) {}

    ReportContent {
        steps = List.copyOf(steps);
        commits = List.copyOf(commits);
        checks = List.copyOf(checks);
    }

    static ReportContent of(RunHistory history, long last, RunReport report, Workspace here)
            throws IOException {
        var blobs = here.runs().blobs();
        var steps = new ArrayList<ReplayStep>();
        history.walkTo(OptionalLong.of(last), steps::add);
        var state = steps.getLast().after();
        return new ReportContent(
                history.name(),
                report.standing(),
                report.result(),
                change(state, here.git()),
                text(blobs, state.header().task()),
                steps,
                CostSheet.of(steps),
                commits(state, here.git(), here.runs().redaction()),
                checks(steps, blobs));
    }

    private static Optional<DiffStat> change(PipelineState state, Git git) {
        var repository = state.ledger().repository();
        if (repository.base().isEmpty() || repository.head().isEmpty()) return Optional.empty();
        try {
            return Optional.of(git.diffStat(repository.base().get(), repository.head().get()))
                    .filter(stat -> !stat.files().isEmpty());
        } catch (GitFault gone) {
            return Optional.empty();
        }
    }

    /** Returns how much the change touches, in words. */
    Optional<String> size() {
        return change.map(
                stat ->
                        ValueFormatter.count(stat.files().size(), "file")
                                + ", +"
                                + stat.linesAdded()
                                + " -"
                                + stat.linesRemoved());
    }

    PipelineState state() {
        return steps.getLast().after();
    }

    /** Returns the events that report a failure, with the rule that was followed. */
    List<ReplayStep> failures() {
        return steps.stream().filter(step -> LogLines.isFailure(step.event())).toList();
    }

    /** Returns the events that concern gates: opened, approved, rejected. */
    List<ReplayStep> gates() {
        return steps.stream().filter(step -> isGate(step.event())).toList();
    }

    private static boolean isGate(Event event) {
        return event instanceof RunEvent.GateOpened
                || event instanceof InputEvent.GateApproved
                || event instanceof InputEvent.GateRejected
                || event instanceof InputEvent.ArtifactReplaced;
    }

    /** Returns the first event of each execution of a phase. */
    List<ReplayStep> phases() {
        return steps.stream().filter(step -> step.event() instanceof PhaseEntered).toList();
    }

    private static List<ReportedCommit> commits(PipelineState state, Git git, Redaction redaction) {
        var commits = new ArrayList<ReportedCommit>();
        var patches = patches(state, git);
        int length = 0;
        for (var each : state.ledger().commits()) {
            var patch = patches.get(each.hash());
            var diff =
                    length >= DIFFS_BYTES_MAX
                            ? Optional.<String>empty()
                            : (patch == null || patch.length() > DIFF_BYTES_MAX
                                            ? diff(git, each.hash())
                                            : Optional.of(patch))
                                    .map(redaction::text);
            length += diff.map(String::length).orElse(0);
            commits.add(new ReportedCommit(each.hash(), each.subject(), diff));
        }
        return commits;
    }

    /** Most of them at once; the others are read one by one. */
    private static Map<String, String> patches(PipelineState state, Git git) {
        try {
            return git.patches(
                    state.ledger().commits().map(Commit::hash).asJava(), 2 * DIFFS_BYTES_MAX);
        } catch (GitFault gone) {
            return Map.of();
        }
    }

    private static Optional<String> diff(Git git, String commit) {
        try {
            if (git.resolve(commit).isEmpty()) return Optional.empty();
            var text = git.diff(commit + "^", commit, DIFF_BYTES_MAX);
            return Optional.of(text.text() + (text.cut() ? "\n(cut)\n" : ""));
        } catch (GitFault gone) {
            return Optional.empty();
        }
    }

    private static List<ReportedCheck> checks(List<ReplayStep> steps, Blobs blobs) {
        var checks = new ArrayList<ReportedCheck>();
        for (var step : steps) {
            if (!(step.event() instanceof CheckEvent event)) continue;
            var id =
                    switch (event) {
                        case CheckEvent.CheckPassed passed -> passed.output();
                        case CheckEvent.CheckFailed failed -> failed.output();
                    };
            checks.add(
                    new ReportedCheck(
                            step,
                            event instanceof CheckEvent.CheckPassed,
                            name(event),
                            checks.size() < OUTPUTS_MAX ? tail(blobs, id) : Optional.empty()));
        }
        return checks;
    }

    private static String name(CheckEvent event) {
        return switch (event) {
            case CheckEvent.CheckPassed passed -> passed.check();
            case CheckEvent.CheckFailed failed -> failed.check();
        };
    }

    private static Optional<String> tail(Blobs blobs, Option<String> id) {
        try {
            return id.isDefined()
                    ? Optional.of(blobs.tail(id.get(), OUTPUT_CHARS_MAX))
                    : Optional.empty();
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    private static Optional<String> text(Blobs blobs, String id) {
        try {
            return Optional.of(blobs.text(id, TASK_CHARS_MAX));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }
}
