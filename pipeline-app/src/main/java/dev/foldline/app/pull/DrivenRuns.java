package dev.foldline.app.pull;

import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.app.run.RunObserver;
import dev.foldline.app.run.RunRequest;
import dev.foldline.app.run.RunRequest.Placement;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.core.PipelineState;
import dev.foldline.core.projection.tdd.TddImport;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.state.Recovery;
import dev.foldline.core.workflow.CommandLine;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.workflow.tdd.WrittenHashes;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Runs of {@code tdd} whose agent the engine calls: one pull request each, the next of a plan file.
 */
public final class DrivenRuns {
    private DrivenRuns() {}

    private static final String PLAN_FIRST = "foldline run --workflow tdd -f PLAN.md";

    /**
     * What such a run is about.
     *
     * @param plan the plan file
     * @throws UserError if it is not a file of this working tree
     */
    public static String task(Workspace here, Path plan) throws IOException {
        if (!Files.isRegularFile(plan))
            throw new UserError(
                    "there is no plan file", plan.toString(), PLAN_FIRST, ExitCode.USAGE);
        var file = plan.toRealPath();
        if (!file.startsWith(here.root()))
            throw new UserError(
                    "the plan file is not in this repository, where its pull requests are marked as"
                            + " done",
                    plan.toString(),
                    PLAN_FIRST,
                    ExitCode.USAGE);
        return "The next pull request of the plan file "
                + here.root().relativize(file).toString().replace('\\', '/')
                + ".";
    }

    /**
     * The preflight and the review of such a workflow as they are configured now; none of another
     * workflow.
     */
    public static Map<String, Vector<CommandLine>> checks(
            Workspace here, Workflow workflow, Settings settings) throws IOException {
        return workflow.name().equals(Tdd.NAME)
                ? DetectedCommands.checks(settings, here.root())
                : LinkedHashMap.empty();
    }

    /** Which commands such a run will lack, and what to do. */
    public static List<String> missing(Workspace here, Settings settings) throws IOException {
        return DetectedCommands.missing(
                settings, here.root(), WorkflowFactory.reviewsByAgent(settings));
    }

    /** The workflow as it is configured here. */
    public static Workflow workflow(Workspace here, Settings settings) throws IOException {
        return WorkflowFactory.drivenTdd(
                settings,
                PulledRuns.base(here, settings),
                DetectedCommands.checks(settings, here.root()));
    }

    /**
     * Makes a new run; nothing is driven yet.
     *
     * @throws UserError if something is not as it must be; then nothing was changed
     */
    public static Started begin(Workspace here, RunRequest request) throws IOException {
        if (request.place() != Placement.NEW_BRANCH || request.allowDirty())
            throw new UserError(
                    "the workflow tdd works in this working tree, on a branch of its own, with"
                            + " nothing uncommitted",
                    "",
                    PLAN_FIRST,
                    ExitCode.USAGE);
        var runs = new PulledRuns(here, RunObserver.NONE);
        var going = runs.active();
        if (going.isPresent())
            throw new UserError(
                    "an agent that pulls its work is on a pull request here, run "
                            + going.get().directory().id(),
                    here.root().toString(),
                    "foldline task get; to give it up: foldline reset",
                    ExitCode.FAILED);
        var state = runs.stateFile();
        if (state.flatMap(TddImport::status).exists(status -> status != TddStatus.INITIALIZING)
                && !WrittenHashes.has(
                        here.runs(), state.get().document().getBytes(StandardCharsets.UTF_8)))
            throw new UserError(
                    "a pull request is already in progress here, according to the state files",
                    here.root().toString(),
                    "continue it with foldline import, or discard it with foldline reset",
                    ExitCode.FAILED);
        PulledRuns.hide(here);
        return RunLauncher.begin(here, request, workflow(here, request.configuration().settings()));
    }

    /** The report of the agent that has called for help, if the run waits for that. */
    public static Optional<String> report(PipelineState state, Blobs blobs) throws IOException {
        var escalated =
                DrivenTdd.is(state.workflow())
                        && state.slots().recovery() instanceof Recovery.Halted(var failure)
                        && failure.fault().message().equals(Tdd.ESCALATED);
        var report = state.ledger().broughtLast("markdown_report").filter(_ -> escalated);
        return report.isEmpty() ? Optional.empty() : Optional.of(blobs.text(report.get()));
    }
}
