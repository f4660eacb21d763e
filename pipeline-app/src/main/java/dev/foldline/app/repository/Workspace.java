package dev.foldline.app.repository;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.StorageFailure;
import dev.foldline.app.error.UserError;
import dev.foldline.effects.context.Site;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitOptions;
import dev.foldline.effects.git.OpenRepositoryResult;
import dev.foldline.effects.git.local.Repositories;
import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.store.RunReference;
import dev.foldline.effects.store.Runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A repository that Foldline can work in, and the runs it holds. */
public record Workspace(Site site, Runs runs, Map<String, String> environment)
        implements AutoCloseable {

    /**
     * @throws UserError if it is no repository we can work in, with the remedy
     */
    public static Workspace open(Path folder, Map<String, String> environment) {
        try {
            return switch (new Repositories(GitOptions.from(environment)).open(folder)) {
                case OpenRepositoryResult.Opened(var git) ->
                        secured(
                                new Workspace(
                                        Site.at(git),
                                        Runs.of(
                                                git.place().commonFolder(),
                                                Redaction.of(environment)),
                                        environment));
                case OpenRepositoryResult.Refused refused ->
                        throw new UserError(
                                refused.what(),
                                refused.where().toString(),
                                refused.remedy(),
                                ExitCode.USAGE);
            };
        } catch (GitFault fault) {
            throw failed(fault, folder);
        }
    }

    /**
     * What an interrupted call planted is put back before any command of ours runs git here, not
     * only by who resumes its run.
     */
    private static Workspace secured(Workspace workspace) {
        try {
            for (var run : UnfinishedRuns.of(workspace.runs))
                if (StoredGuard.isUp(run)) secure(workspace, run);
            return workspace;
        } catch (IOException unreadable) {
            workspace.close();
            throw failed(unreadable, workspace.runs.root());
        }
    }

    /**
     * A living driver looks after its own call; what is left of a call that was answered is of no
     * use any more.
     */
    private static void secure(Workspace workspace, RunDirectory run) throws IOException {
        try (var log = RunLog.open(run, workspace.runs.redaction()).orElse(null)) {
            if (log == null) return;
            if (RunLocation.isInterrupted(log.state()))
                StoredGuard.secure(
                        run,
                        workspace.runs.blobs(),
                        workspace.root(),
                        log.state().header().ticket());
            else StoredGuard.release(run);
        } catch (UserError damaged) {
            // Reported when this run is requested.
        }
    }

    /** The run a person means by {@code @}, {@code @~1} or the beginning of an id. */
    public RunDirectory find(String reference) {
        try {
            return resolve(runs, root(), reference);
        } catch (IOException unreadable) {
            throw failed(unreadable, runs.root());
        }
    }

    /**
     * The same, where nothing but the runs is opened.
     *
     * @param where it was asked
     * @throws UserError if it is none, or more than one
     */
    public static RunDirectory resolve(Runs runs, Path where, String reference) throws IOException {
        return switch (runs.resolve(reference)) {
            case RunReference.Found(var run) -> run;
            case RunReference.Unknown(_, var why) ->
                    throw new UserError(
                            why,
                            where.toString(),
                            reference.equals("@")
                                    ? "foldline run \"what to do\""
                                    : "foldline status --all",
                            ExitCode.USAGE);
            case RunReference.Ambiguous ambiguous ->
                    throw new UserError(
                            ambiguous.message(),
                            where.toString(),
                            "foldline status " + ambiguous.candidates().getFirst(),
                            ExitCode.USAGE);
        };
    }

    public Git git() {
        return site.git();
    }

    /** The same repository, in a working tree that a run makes for itself. */
    public Workspace ownTree(Path root) {
        return new Workspace(Site.own(site.home(), root), runs, environment);
    }

    /**
     * Returns the default target branch: the configured one, else origin's HEAD, else main or
     * master.
     */
    public String mainBranch(Optional<String> configured) throws IOException {
        return git().baseBranch(configured)
                .map(found -> found.name().replaceFirst("^origin/", ""))
                .or(() -> configured)
                .orElse("main");
    }

    public Path root() {
        return site.root();
    }

    @Override
    public void close() {
        site.close();
        // The repository's own tree is the one where the run was requested.
        if (site.root().equals(site.home().place().root())) site.home().close();
    }

    /** What could not be read or written, as an error for the user. */
    public static UserError failed(IOException fault, Path where) {
        return fault instanceof GitFault
                ? new UserError(
                        String.valueOf(fault.getMessage()),
                        where.toString(),
                        "foldline doctor",
                        ExitCode.FAILED)
                : StorageFailure.of(fault, where.toString(), "");
    }
}
