package dev.foldline.app.server;

import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.DriverOptions;
import dev.foldline.app.server.call.ApiCall;
import dev.foldline.app.server.call.ApiContext;
import dev.foldline.app.server.call.RepositorySummary;
import dev.foldline.app.server.call.RunDocuments;
import dev.foldline.app.server.live.RepositoryMessages;
import dev.foldline.app.workflow.WorkflowHost;
import dev.foldline.app.workflow.WorkflowRecovery;
import dev.foldline.app.workflow.WorkflowRecovery.Found;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.util.function.Supplier;

/** A repository while it is served: the right to serve it, what is driven in it, and its calls. */
record ServedRepository(
        RepositoryMount mount,
        ServerLock lock,
        WorkflowHost hosting,
        RepositorySummary summary,
        RunDocuments documents,
        MountedHandler annex)
        implements AutoCloseable {

    /**
     * @param annex made last; {@link #hangUp} ends it
     * @throws dev.foldline.app.error.UserError if another server serves it
     */
    static ServedRepository open(RepositoryMount mount, Supplier<MountedHandler> annex)
            throws IOException {
        var here = mount.here();
        var lock = ServerLock.take(here.runs().root());
        try {
            var documents = new RunDocuments(here);
            return new ServedRepository(
                    mount,
                    lock,
                    new WorkflowHost(
                            here,
                            mount.settings().capacity(),
                            new DriverOptions(true),
                            mount.view()),
                    new RepositorySummary(here, documents),
                    documents,
                    annex.get());
        } catch (RuntimeException refused) {
            lock.close();
            throw refused;
        }
    }

    Option<String> name() {
        return mount.name();
    }

    Workspace here() {
        return mount.here();
    }

    Vector<ApiCall> calls() {
        var calls =
                new ApiContext(
                                here(),
                                mount.path(),
                                hosting,
                                this::recover,
                                new RepositoryMessages(here().runs()),
                                documents,
                                mount.view()::notice)
                        .calls();
        return name().isEmpty() ? calls : calls.map(call -> call.requiring(summary::require));
    }

    /** Returns whether an engine of a fleet is configured. */
    boolean isInFleet() {
        return mount.settings().share().engine().isPresent();
    }

    /** Resumes the workflows whose driver died, and those that the previous server paused. */
    Found recover() throws IOException {
        return new WorkflowRecovery(here()).by(hosting);
    }

    /** Hangs up on the clients of what is served beside the calls. */
    void hangUp() {
        annex.close();
    }

    /** Lets another server serve it. */
    @Override
    public void close() throws IOException {
        lock.close();
    }
}
