package dev.foldline.effects.context;

import dev.foldline.effects.artifact.ExchangeFolder;
import dev.foldline.effects.artifact.Schemas;
import dev.foldline.effects.files.ProtectedFolder;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.process.OutputFiles;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The context in which a run's effects are carried out.
 *
 * @param environment Foldline's own environment, from which children get a selection
 * @param listed names of additional variables for every agent
 * @param templates the prompt templates
 * @param schemas the schemas of artifacts
 * @param base the branch onto which the run's work is rebased or into which it is merged; without
 *     one, the repository's own base branch
 * @param checksWrite files and folders that checks write; no commit takes them
 */
public record RunContext(
        RunDirectory directory,
        Blobs blobs,
        Site site,
        Map<String, String> environment,
        List<String> listed,
        Templates templates,
        Schemas schemas,
        Option<String> base,
        List<String> checksWrite) {
    /** Prefix of the refs of prepared merges, by run and ticket. */
    public static final String MERGES = "refs/foldline/merge/";

    /** Prefix of the refs of recordings, by run; a default push sends none. */
    public static final String RECORDINGS = "refs/foldline/recordings/";

    /** The prefix of refs that keep what a shared run has published. */
    public static final String SHARED = "refs/foldline/shared/";

    /** A context in an existing working tree, with the default prompts. */
    public RunContext(
            RunDirectory directory,
            Blobs blobs,
            Git git,
            Map<String, String> environment,
            List<String> listed) {
        this(
                directory,
                blobs,
                Site.at(git),
                environment,
                listed,
                Templates.OURS,
                Schemas.OURS,
                Option.none(),
                List.of());
    }

    /** Returns the same context with these variables for every git command. */
    public RunContext with(Map<String, String> variables) {
        return new RunContext(
                directory,
                blobs,
                site.with(variables),
                environment,
                listed,
                templates,
                schemas,
                base,
                checksWrite);
    }

    /** Returns the same context in another working tree of the repository. */
    public RunContext at(Path root) {
        return new RunContext(
                directory,
                blobs,
                Site.own(site.home(), root),
                environment,
                listed,
                templates,
                schemas,
                base,
                checksWrite);
    }

    /** Returns the run's working tree, which must exist. */
    public Git git() {
        return site.git();
    }

    public String run() {
        return directory.id().text();
    }

    /** Returns the redaction of all stored content. */
    public Redaction redaction() {
        return blobs.redaction();
    }

    public Path root() {
        return site.root();
    }

    public ExchangeFolder exchange() {
        return new ExchangeFolder(root());
    }

    public ProcessMarker marker(long ticket) {
        return new ProcessMarker(run(), ticket);
    }

    /**
     * Returns new output files for a child process; existing files are removed, so that no planted
     * link is followed.
     */
    public OutputFiles output(String name) throws IOException {
        var files = OutputFiles.in(directory.output(), name);
        var folder = new ProtectedFolder(directory.output()).make();
        for (Path file : List.of(files.out(), files.err()))
            folder.remove(String.valueOf(file.getFileName()));
        return files;
    }

    /**
     * Returns what is never staged: Foldline's files, what checks write, and the user's uncommitted
     * work.
     */
    public Exclusions exclusions(Vector<String> kept) {
        return Exclusions.engine().and(checksWrite).and(kept.asJava());
    }

    /** Returns the ref of the user's uncommitted work at the start of the run. */
    public String keptRef() {
        return "refs/foldline/dirty/" + run();
    }

    /** Returns the ref of a merge that has not landed. */
    public String mergeRef(long ticket) {
        return mergeRef(run(), ticket);
    }

    /** Returns the ref of any run's merge. */
    public static String mergeRef(String run, long ticket) {
        return MERGES + run + "/" + ticket;
    }

    /** Returns the prefix of refs for the branches that the run has started to create, by name. */
    public String openedRefs() {
        return "refs/foldline/opened/" + run() + "/";
    }

    /** Returns the ref of uncommitted work at the end of the run. */
    public String savedRef(long ticket) {
        return "refs/foldline/saved/" + run() + "/" + ticket;
    }

    /** Returns the prefix of refs for uncommitted work in the run's removed worktree. */
    public String stashRefs(long ticket) {
        return "refs/foldline/stash/" + run() + "/" + ticket + "/";
    }

    /**
     * Returns the prefix of refs for commits that were undone after a call: one ref each, by the
     * start of the hash.
     */
    public String revertedRefs(long ticket) {
        return "refs/foldline/reverted/" + run() + "/" + ticket + "/";
    }
}
