package dev.foldline.app.operation;

import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.config.Configuration;
import dev.foldline.app.config.WorkflowFolders;
import dev.foldline.app.config.FlagValue;
import dev.foldline.app.config.Sources;
import dev.foldline.app.repository.LostLog;
import dev.foldline.app.workflow.SkippedRuns;
import dev.foldline.app.repository.KnownHeads;
import dev.foldline.app.run.WorkflowFactory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.workflow.WorkflowLookup;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What an operation works with.
 *
 * @param directory where the caller stands
 * @param notices receives notes for the user that are not part of the answer
 * @param subject receives the run that the operation is about, for a report on an internal error
 * @param services what the front end does in its own way
 */
public record OperationContext(
        FrontEnd frontEnd,
        Path directory,
        Map<String, String> environment,
        Redaction redaction,
        Consumer<String> notices,
        Consumer<RunDirectory> subject,
        FrontEndServices services) {

    /** Uses an open repository. */
    @FunctionalInterface
    public interface RepositoryAction<T> {
        T in(Workspace here) throws IOException, InterruptedException;
    }

    /** The working tree, found without git. */
    public Checkout checkout() throws IOException {
        return Checkout.at(directory);
    }

    /**
     * The configuration at the top of the working tree, or in the directory where there is none.
     *
     * @param assignments settings of this call, as {@code KEY=VALUE}
     */
    public Configuration configuration(Vector<String> assignments) throws IOException {
        return Configuration.load(
                Sources.of(top(), environment, assignments.map(FlagValue::set).asJava()),
                WorkflowFactory.catalogue());
    }

    /** The folders with workflow files. */
    public WorkflowFolders workflowFolders() throws IOException {
        return WorkflowFolders.of(top(), environment);
    }

    /** The top of the working tree, or the directory where there is none. */
    Path top() throws IOException {
        try {
            return checkout().root();
        } catch (UserError noRepository) {
            return directory;
        }
    }

    public Runs runs() throws IOException {
        return checkout().runs();
    }

    /** Opens the repository for one action. */
    public <T> T withRepository(RepositoryAction<T> action)
            throws IOException, InterruptedException {
        return services.withRepository(action);
    }

    /**
     * Finds a run for a command: runs without events are skipped with a notice.
     *
     * @throws NotFoundException if no run matches
     */
    public RunDirectory find(String reference) throws IOException {
        var checkout = checkout();
        return known(
                SkippedRuns.of(
                        checkout.runs(),
                        reference,
                        NotFoundException.unless(() -> checkout.run(reference))));
    }

    /**
     * Finds a run to change. If the latest run has lost its log, the caller must name the run.
     *
     * @param verb of the command
     * @throws NotFoundException if no run matches
     */
    public RunDirectory findToChange(String reference, String verb) throws IOException {
        var checkout = checkout();
        return changeable(reference, NotFoundException.unless(() -> checkout.run(reference)), verb);
    }

    /**
     * Finds a workflow of tasks for a query.
     *
     * @throws NotFoundException if no workflow matches
     */
    public RunDirectory workflow(String reference) throws IOException {
        var runs = runs();
        return known(
                SkippedRuns.of(
                        runs,
                        reference,
                        NotFoundException.unless(() -> WorkflowLookup.find(runs, reference))));
    }

    /** The same as {@link #findToChange}, for a workflow of tasks. */
    public RunDirectory workflowToChange(String reference, String verb) throws IOException {
        var runs = runs();
        return changeable(
                reference,
                NotFoundException.unless(() -> WorkflowLookup.find(runs, reference)),
                verb);
    }

    private RunDirectory changeable(String reference, RunDirectory found, String verb)
            throws IOException {
        var skipped = SkippedRuns.of(runs(), reference, found);
        skipped.refuseLost(verb);
        return known(skipped);
    }

    private RunDirectory known(SkippedRuns skipped) {
        for (var later : skipped.runs())
            notices.accept(
                    "run " + later.id() + " is skipped: it has no events; see foldline doctor");
        subject.accept(skipped.found());
        return skipped.found();
    }

    /**
     * Finds a run for a query, with a notice if its log has lost lines.
     *
     * @throws NotFoundException if no run matches, or the run has no log
     */
    public RunDirectory read(String reference) throws IOException {
        var found = find(reference);
        if (!Files.exists(found.events())) throw NotFoundException.of(LostLog.absent(found));
        KnownHeads.missing(found)
                .ifPresent(
                        damage ->
                                notices.accept(
                                        "run "
                                                + found.id()
                                                + " cannot continue: "
                                                + damage.message()
                                                + "; see foldline status "
                                                + found.id()));
        return found;
    }
}
