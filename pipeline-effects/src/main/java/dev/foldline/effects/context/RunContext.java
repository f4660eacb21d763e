package dev.foldline.effects.context;

import dev.foldline.effects.artifact.Exchange;
import dev.foldline.effects.files.OwnFolder;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.process.Marker;
import dev.foldline.effects.process.OutputFiles;
import dev.foldline.effects.prompt.Templates;
import dev.foldline.effects.redact.Redaction;
import dev.foldline.effects.store.Blobs;
import dev.foldline.effects.store.RunDirectory;
import io.vavr.collection.Vector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Where a run's effects are carried out.
 *
 * @param environment the engine's own, from which children are given a choice
 * @param listed names of variables every agent gets besides the usual ones
 * @param templates what prompts are made from
 */
public record RunContext(
        RunDirectory directory, Blobs blobs, Site site, Map<String, String> environment, List<String> listed, Templates templates) {
    /** Below this, by run and ticket, what is to land. */
    public static final String MERGES = "refs/foldline/merge/";

    /** In a working tree that is there, with our own prompts. */
    public RunContext(RunDirectory directory, Blobs blobs, Git git, Map<String, String> environment, List<String> listed) {
        this(directory, blobs, Site.at(git), environment, listed, Templates.OURS);
    }

    /** The run's working tree, which must be there. */
    public Git git() { return site.git(); }

    public String run() { return directory.id().text(); }

    /** What is taken out of everything that is kept. */
    public Redaction redaction() { return blobs.redaction(); }

    public Path root() { return site.root(); }

    public Exchange exchange() { return new Exchange(root()); }

    public Marker marker(long ticket) { return new Marker(run(), ticket); }

    /** Where a child process's output goes: files that are not there yet, so that no link somebody left is followed. */
    public OutputFiles output(String name) throws IOException {
        var files = OutputFiles.in(directory.output(), name);
        var folder = new OwnFolder(directory.output()).make();
        for (Path file : List.of(files.out(), files.err())) folder.remove(String.valueOf(file.getFileName()));
        return files;
    }

    /** What is never staged: our own files, and a person's uncommitted work. */
    public Exclusions exclusions(Vector<String> kept) { return Exclusions.engine().and(kept.asJava()); }

    /** Where a person's uncommitted work was saved when the run began. */
    public String keptRef() { return "refs/foldline/dirty/" + run(); }

    /** Where a merge, or what is to be merged, is kept until it lands. */
    public String mergeRef(long ticket) { return mergeRef(run(), ticket); }

    /** The same of any run. */
    public static String mergeRef(String run, long ticket) { return MERGES + run + "/" + ticket; }

    /** Below this, by their names, the branches that the run has begun to make. */
    public String openedRefs() { return "refs/foldline/opened/" + run() + "/"; }

    /** Where work that was not committed is saved at the end. */
    public String savedRef(long ticket) { return "refs/foldline/saved/" + run() + "/" + ticket; }

    /** Below this, what was uncommitted when the run's own working tree was removed. */
    public String parkedRefs(long ticket) { return "refs/foldline/parked/" + run() + "/" + ticket + "/"; }

    /** Below this, commits that were made during a call are kept when they are taken back: one ref each, by the beginning of the hash. */
    public String takenBackRefs(long ticket) { return "refs/foldline/taken-back/" + run() + "/" + ticket + "/"; }
}
