package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.forge.RepositoryForge;
import dev.foldline.app.queue.IssueQueue;
import dev.foldline.app.queue.QueueRequirements;
import dev.foldline.app.queue.QueueRunStarter;
import dev.foldline.app.server.RepositoryMount;

import io.vavr.collection.Vector;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.Optional;

/** The options of {@code serve} for a queue of issues. */
final class QueueOptions {
    private static final String PREFIX = "label:";

    @Option(
            names = "--queue",
            paramLabel = "label:NAME",
            description =
                    "Start a run with a pull request for each open issue with this label, oldest"
                            + " first, within the limits of queue in foldline.yaml.")
    private Optional<String> queue = Optional.empty();

    @Option(
            names = "--allow-unsandboxed",
            description = "With --queue: start runs although their calls have no sandbox.")
    private boolean allowUnsandboxed;

    /**
     * @throws UserError if the queue cannot be served as a repository configures it
     */
    void check(Vector<RepositoryMount> repositories) throws IOException {
        if (queue.isEmpty()) {
            if (allowUnsandboxed)
                throw new UserError(
                        "--allow-unsandboxed is for --queue",
                        "--allow-unsandboxed",
                        "foldline serve --queue label:foldline",
                        ExitCode.USAGE);
            return;
        }
        var requirements = requirements(queue.get());
        for (var each : repositories) {
            new RepositoryForge(each.here(), each.settings().forge()).require();
            requirements.check(each.here(), each.settings());
        }
    }

    private static String label(String queue) {
        var label = queue.startsWith(PREFIX) ? queue.substring(PREFIX.length()).strip() : "";
        if (label.isEmpty() || label.contains(","))
            throw new UserError(
                    "'" + queue + "' names no queue",
                    "--queue",
                    "name a label, as in --queue label:foldline",
                    ExitCode.USAGE);
        return label;
    }

    private QueueRequirements requirements(String named) {
        return new QueueRequirements(label(named), allowUnsandboxed);
    }

    /** The queues of repositories, each with the limits of its own configuration. */
    record Started(Vector<IssueQueue> queues) implements AutoCloseable {
        @Override
        public void close() {
            queues.forEach(IssueQueue::close);
        }
    }

    /** Serves the queues, if there are any, until they are closed. */
    Started start(Console console, Vector<RepositoryMount> repositories) throws IOException {
        var queues = Vector.<IssueQueue>empty();
        if (queue.isPresent())
            for (var each : repositories) queues = queues.append(start(console, each, queue.get()));
        return new Started(queues);
    }

    private IssueQueue start(Console console, RepositoryMount repository, String named)
            throws IOException {
        var here = repository.here();
        var issues =
                IssueQueue.start(
                        here,
                        repository.settings(),
                        label(named),
                        new QueueRunStarter(
                                here,
                                here.root(),
                                console.environment(),
                                requirements(named),
                                repository.view()::notice),
                        repository.view()::notice);
        repository.webhook().forEach(at -> at.addListener(issues::wake));
        return issues;
    }
}
