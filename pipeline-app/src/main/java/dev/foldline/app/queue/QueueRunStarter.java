package dev.foldline.app.queue;

import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.FlagValue;
import dev.foldline.app.config.Sources;
import dev.foldline.app.forge.IssueTask;
import dev.foldline.app.operation.BackgroundServices;
import dev.foldline.app.operation.FrontEnd;
import dev.foldline.app.operation.Input;
import dev.foldline.app.operation.OperationContext;
import dev.foldline.app.operation.Operations;
import dev.foldline.app.operation.RunDriving;
import dev.foldline.app.operation.RunStart;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.AttemptsRequest;
import dev.foldline.app.run.DefinedWorkflow;
import dev.foldline.app.run.QueuedIssueRecord;
import dev.foldline.app.run.RunLauncher;
import dev.foldline.app.run.RunRequest;
import dev.foldline.app.run.WorkflowFactory;

import io.vavr.collection.HashMap;
import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Starts, resumes and cancels the runs of a queue, each driven by a process of its own. */
public final class QueueRunStarter {
    private static final String DELIVERS = "forge.deliver=pull_request";

    private final OperationContext context;
    private final QueueRequirements requirements;

    public QueueRunStarter(
            Workspace here,
            Path directory,
            Map<String, String> environment,
            QueueRequirements requirements,
            Consumer<String> notices) {
        this.requirements = requirements;
        this.context =
                new OperationContext(
                        FrontEnd.HTTP,
                        directory,
                        environment,
                        here.runs().redaction(),
                        notices,
                        _ -> {},
                        new BackgroundServices(directory, environment));
    }

    /** Does what {@code foldline run --issue N --pr --worktree --wait --detach} does. */
    void start(long issue, long labelling) throws IOException, InterruptedException {
        context.withRepository(
                here -> {
                    var configuration =
                            Configuration.load(
                                    Sources.of(
                                            here.root(),
                                            here.environment(),
                                            List.of(FlagValue.set(DELIVERS))),
                                    WorkflowFactory.catalogue());
                    var settings = configuration.settings();
                    requirements.check(here, settings);
                    var task = IssueTask.read(here, settings.forge(), Long.toString(issue));
                    var request =
                            new RunRequest(
                                    RunStart.task(context, task),
                                    configuration,
                                    RunRequest.Placement.WORKTREE,
                                    false,
                                    false,
                                    Optional.empty(),
                                    Optional.empty(),
                                    definition(here, settings.course().workflow()),
                                    Optional.empty(),
                                    Optional.of(new QueuedIssueRecord(issue, labelling, false)));
                    return drive(here, RunStart.begin(context, here, request), configuration);
                });
    }

    private static Optional<DefinedWorkflow> definition(Workspace here, String workflow)
            throws IOException {
        return DefinedWorkflow.find(
                workflow,
                here.root(),
                here.root(),
                here.environment(),
                Vector.empty(),
                AttemptsRequest.of(Optional.empty(), Optional.empty()));
    }

    void resume(String run) throws IOException, InterruptedException {
        context.withRepository(
                here -> {
                    var directory = here.find(run);
                    var configuration =
                            RunLauncher.configuration(
                                    here, directory, List.of(FlagValue.set(DELIVERS)));
                    requirements.check(here, configuration.settings());
                    return drive(here, RunLauncher.resume(here, directory, false), configuration);
                });
    }

    private Object drive(Workspace here, RunLauncher.Started started, Configuration configuration)
            throws IOException, InterruptedException {
        return context.services()
                .drive(
                        here,
                        started,
                        configuration.settings(),
                        new RunDriving(
                                true,
                                RunDriving.DriverProcess.DETACHED,
                                false,
                                Vector.of(DELIVERS)));
    }

    void stop(String run) throws IOException, InterruptedException {
        Operations.named("cancel")
                .perform(
                        context,
                        Input.of(
                                HashMap.of(
                                        "run",
                                        run,
                                        "why",
                                        "the issue was closed or lost its label")));
    }

    /** Notes that nothing remains to be done for a run. */
    void finish(String run) throws IOException, InterruptedException {
        context.withRepository(
                here -> {
                    var directory = here.find(run);
                    for (var record : QueuedIssueRecord.of(directory))
                        record.finished().write(directory);
                    return directory;
                });
    }
}
