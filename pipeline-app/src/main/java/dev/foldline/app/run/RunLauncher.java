package dev.foldline.app.run;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.FlagValue;
import dev.foldline.app.config.Sources;
import dev.foldline.app.error.UserError;
import dev.foldline.app.forge.RepositoryForge;
import dev.foldline.app.projection.ImportedRun;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.RunLocation;
import dev.foldline.app.repository.RunLog;
import dev.foldline.app.repository.RunTreeFolder;
import dev.foldline.app.repository.Workspace;
import dev.foldline.core.PipelineBug;
import dev.foldline.core.event.DefinitionTexts;
import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.RunEvent.RunStarted;
import dev.foldline.core.kernel.Pipeline;
import dev.foldline.core.workflow.Phase;
import dev.foldline.core.workflow.Policy.Branching;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.Workflow;
import dev.foldline.effects.agent.AgentRegistry;
import dev.foldline.effects.process.Reaper;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunId;
import dev.foldline.effects.store.RunLock;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** Begins runs and takes them up again. */
public final class RunLauncher {
    private RunLauncher() {}

    /**
     * A run with its lock and the lock of its working tree, until it is closed.
     *
     * @param places what else is held meanwhile
     */
    public record Started(RunLog log, Workspace workspace, WorktreeLock tree, List<RunLock> places)
            implements AutoCloseable {
        public Started(RunLog log, Workspace workspace, WorktreeLock tree) {
            this(log, workspace, tree, List.of());
        }

        /** The same, which keeps its place among those that run until it is closed. */
        public Started in(RunLock place) {
            return new Started(log, workspace, tree, List.of(place));
        }

        /**
         * @throws UserError if another run is at work in the working tree
         */
        public static Started in(Workspace workspace, RunLog log) throws IOException {
            return new Started(log, workspace, WorktreeLock.take(workspace));
        }

        /** Lets go of all of it, also of a working tree of its own. */
        public void abandon(Workspace here) {
            try {
                close();
            } finally {
                if (workspace != here) workspace.close();
            }
        }

        /** Lets go of the run and of the tree. The working tree itself stays open. */
        @Override
        public void close() {
            try (tree) {
                log.close();
                for (var place : places) place.close();
            } catch (IOException unlocking) {
                throw new PipelineBug(
                        "cannot unlock the working tree " + workspace.root(), unlocking);
            }
        }
    }

    /**
     * Makes a new run; nothing is driven yet.
     *
     * @throws UserError if something is not as it must be; then nothing was changed
     */
    public static Started begin(Workspace workspace, RunRequest asked) throws IOException {
        var request = asked.committed(workspace);
        var settings = request.configuration().settings();
        return begin(
                workspace,
                request,
                branching ->
                        request.definition()
                                .map(definition -> definition.workflow(settings, branching))
                                .orElseGet(
                                        () ->
                                                WorkflowFactory.workflow(
                                                        settings,
                                                        branching,
                                                        request.given()
                                                                .map(ImportedRun::completed)
                                                                .orElse(Vector.empty()))),
                WorkflowFactory.agents(settings));
    }

    /**
     * Makes a new run of the workflow that this function returns for the run's branch; nothing is
     * driven yet.
     *
     * @param agents the agents that the workflow may call
     * @throws UserError if something is not as it must be; then nothing was changed
     */
    public static Started begin(
            Workspace workspace,
            RunRequest request,
            Function<Branching, Workflow> workflow,
            AgentRegistry agents)
            throws IOException {
        var start = request.start(workspace);
        var chosen = workflow.apply(branching(workspace, request, start));
        request.definition()
                .ifPresent(definition -> PhaseLimits.check(request.configuration(), definition));
        if (chosen.phases().flatMap(Phase::steps).exists(Step.Forge.class::isInstance))
            new RepositoryForge(workspace, request.configuration().settings().forge()).require();
        if (request.place() != RunRequest.Placement.WORKTREE) {
            WorktreeLock.check(workspace);
            OrphanProcesses.refuse(workspace, Optional.empty(), Reaper.marked());
            if (request.configuration().settings().course().base().isEmpty())
                UnfinishedBranches.refuse(workspace);
        }
        var started = begin(workspace, request, chosen, agents);
        start.remember(started.log());
        return started;
    }

    private static Branching branching(Workspace workspace, RunRequest request, BranchStart start)
            throws IOException {
        var settings = request.configuration().settings();
        var branch =
                workspace
                        .git()
                        .freeBranchName(
                                "foldline/"
                                        + TaskText.slug(
                                                workspace.runs().redaction().text(request.task())));
        var base =
                Option.ofOptional(settings.course().base())
                        .orElse(() -> Option.when(start.isOfRun(), start::name));
        return switch (request.place()) {
            case IN_PLACE -> new Branching.Stay(base);
            case NEW_BRANCH -> new Branching.NewBranch(branch, base);
            case WORKTREE -> PolicyFactory.ownTree(settings, branch, start.commit(), base);
        };
    }

    /**
     * Makes a new run of this workflow; nothing is driven yet.
     *
     * @throws UserError if something is not as it must be; then nothing was changed
     */
    public static Started begin(Workspace workspace, RunRequest request, Workflow workflow)
            throws IOException {
        return begin(
                workspace,
                request,
                workflow,
                WorkflowFactory.agents(request.configuration().settings()));
    }

    private static Started begin(
            Workspace workspace, RunRequest request, Workflow workflow, AgentRegistry agents)
            throws IOException {
        var task = workspace.runs().redaction().text(request.task());
        Preflight.check(workspace, request, workflow, agents);
        var id = RunId.draw(new SecureRandom());
        var directory = workspace.runs().create(id);
        try {
            var kept = workspace.runs().blobs().put(task);
            var given =
                    request.given().isEmpty()
                            ? Option.<InitialState>none()
                            : Option.of(request.given().get().store(workspace.runs().blobs()));
            var definition =
                    request.definition().isEmpty()
                            ? Option.<DefinitionTexts>none()
                            : Option.of(
                                    request.definition()
                                            .get()
                                            .texts(
                                                    request.configuration().settings(),
                                                    workflow.policy().branching(),
                                                    workspace.runs().blobs()));
            var place =
                    request.place() == RunRequest.Placement.WORKTREE
                            ? workspace.ownTree(RunTreeFolder.of(id, workspace))
                            : workspace;
            RunLocation.remember(directory, place, workspace);
            RunSharing.mark(directory, request, workflow, workspace);
            if (request.queued().isPresent()) request.queued().get().write(directory);
            return Started.in(
                    place,
                    RunLog.create(
                            directory,
                            workspace.runs().redaction(),
                            new RunStarted(
                                            id.text(),
                                            workflow,
                                            kept,
                                            Pipeline.RULES_VERSION,
                                            Instant.now())
                                    .knowing(given)
                                    .defining(definition)
                                    .pausingBefore(Option.ofOptional(request.until()))
                                    .inSeries(Option.ofOptional(request.series()))));
        } catch (IOException | RuntimeException neverBegan) {
            directory.remove();
            throw neverBegan;
        }
    }

    /**
     * Creates a run for an agent that pulls its work, in the current folder; does not drive it.
     *
     * @param task the subject of the run, for display
     */
    public static RunLog pulled(
            Workspace workspace, Workflow workflow, String task, Option<InitialState> given)
            throws IOException {
        var id = RunId.draw(new SecureRandom());
        var directory = workspace.runs().create(id);
        try {
            RunLocation.remember(directory, workspace, workspace);
            return RunLog.create(
                    directory,
                    workspace.runs().redaction(),
                    new RunStarted(
                                    id.text(),
                                    workflow,
                                    workspace.runs().blobs().put(task),
                                    Pipeline.RULES_VERSION,
                                    Instant.now())
                            .knowing(given));
        } catch (IOException | RuntimeException neverBegan) {
            directory.remove();
            throw neverBegan;
        }
    }

    /**
     * Creates a run with its own working tree; does not drive it.
     *
     * @param started creates the first event for this run id
     */
    public static RunLog apart(Workspace workspace, Function<RunId, RunStarted> started)
            throws IOException {
        var id = RunId.draw(new SecureRandom());
        var directory = workspace.runs().create(id);
        try {
            return apart(workspace, directory, started.apply(id));
        } catch (IOException | RuntimeException neverBegan) {
            directory.remove();
            throw neverBegan;
        }
    }

    private static RunLog apart(Workspace workspace, RunDirectory directory, RunStarted started)
            throws IOException {
        RunLocation.remember(
                directory,
                workspace.ownTree(RunTreeFolder.of(directory.id(), workspace)),
                workspace);
        return RunLog.create(directory, workspace.runs().redaction(), started);
    }

    /**
     * Creates the run of a child in its own working tree, reusing the folder of an earlier attempt;
     * does not drive it.
     *
     * @throws UserError if it cannot be started
     */
    public static Started child(Workspace workspace, RunDirectory directory, RunStarted started)
            throws IOException {
        workspace.runs().make(directory);
        try {
            RunLocation.rememberParent(directory, started.parent().get().run());
            return Started.in(
                    workspace.ownTree(RunTreeFolder.of(directory.id(), workspace)),
                    apart(workspace, directory, started));
        } catch (IOException | RuntimeException neverBegan) {
            directory.remove();
            throw neverBegan;
        }
    }

    /**
     * Resumes a run in its working tree.
     *
     * @throws UserError if it has another driver, or was started under other rules and that was not
     *     accepted
     */
    public static Started resume(Workspace here, RunDirectory directory, boolean acceptRules)
            throws IOException {
        return resume(here, directory, acceptRules, _ -> {});
    }

    /**
     * The same.
     *
     * @param first checks the log before anything else, and may reject it
     */
    public static Started resume(
            Workspace here, RunDirectory directory, boolean acceptRules, Consumer<RunLog> first)
            throws IOException {
        return RunOpener.resumed(
                here, RunOpener.opened(here, directory, acceptRules, first), Reaper.marked());
    }

    /**
     * Resumes runs that are driven side by side, with one scan of this machine's processes for all
     * of them.
     *
     * @param refused notified of each that cannot be resumed
     */
    public static List<Started> resumeAll(
            Workspace here,
            List<RunDirectory> runs,
            boolean acceptRules,
            BiConsumer<RunDirectory, Exception> refused) {
        var logs =
                RunOpener.each(
                        runs,
                        refused,
                        run -> run,
                        run -> RunOpener.opened(here, run, acceptRules, _ -> {}));
        // When all are held: no driver of theirs starts anything any more.
        var marked = Reaper.marked();
        return RunOpener.each(
                logs, refused, RunLog::directory, log -> RunOpener.resumed(here, log, marked));
    }

    /**
     * @throws UserError if git or the agents of this workflow are not as a run of its own tree
     *     needs them; then nothing was changed
     */
    public static void check(Workspace workspace, Workflow workflow, AgentRegistry agents)
            throws IOException, InterruptedException {
        Preflight.apart(workspace, workflow, agents);
    }

    /** Why a run with these agents would be refused; empty if it would not be for their sake. */
    public static Optional<UserError> refusal(
            Workspace workspace, Workflow workflow, AgentRegistry agents) {
        try {
            Preflight.agents(workspace, workflow, agents);
            return Optional.empty();
        } catch (UserError refused) {
            return Optional.of(refused);
        }
    }

    /** The configuration that holds in a working tree. */
    public static Configuration configuration(Path root, Map<String, String> environment) {
        return Configuration.load(
                Sources.of(root, environment, List.of()), WorkflowFactory.catalogue());
    }

    /**
     * Reads the configuration for a resumed run: the current one of the working tree where it was
     * started.
     */
    public static Configuration configuration(
            Workspace here, RunDirectory directory, List<FlagValue> flags) {
        return Configuration.load(
                Sources.of(RunLocation.configuredIn(here, directory), here.environment(), flags),
                WorkflowFactory.catalogue());
    }

    /** The working tree a run works in. */
    public static Workspace placeOf(Workspace here, RunDirectory directory) throws IOException {
        var place = RunLocation.place(here, directory);
        if (place.isPresent()) return place.get();
        throw RunLocation.missingFolder(directory, RunHistory.open(directory).latest().state());
    }
}
