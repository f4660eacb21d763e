package dev.foldline.effects.workflow.tdd;

import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.TddStatus;
import dev.foldline.core.projection.tdd.TddView;
import dev.foldline.core.projection.tdd.WorktreeObservation;
import dev.foldline.core.projection.tdd.WorktreeObservation.Branch;
import dev.foldline.core.projection.tdd.WorktreeObservation.MasterPlan;
import dev.foldline.core.projection.tdd.WorktreeObservation.PlanFile;
import dev.foldline.core.projection.tdd.WorktreeObservation.WorkTree;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.effects.git.BranchOutcome.State;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.local.NoRepository;
import dev.foldline.effects.store.Runs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Observes the working tree for an agent's call. */
public record WorktreeObserver(Path root, Git git, Runs runs) {
    private static final int FILE_BYTES_MAX = 4 << 20;
    private static final int HASH_CHARS_MIN = 7;

    public WorktreeObservation of(TddView reported) throws IOException {
        if (git instanceof NoRepository)
            return new WorktreeObservation(
                    plan(reported),
                    Option.none(),
                    WorkTree.UNKNOWN,
                    new MasterPlan.Unknown(),
                    Vector.empty(),
                    Branch.USUAL);
        var head = git.head().commit();
        var dirty = Vector.ofAll(git.dirty(ours(reported))).map(DirtyPath::path);
        var squashed = git.resolve(reported.account().squashed().getOrElse(head));
        var since =
                squashed.isPresent()
                        ? Vector.ofAll(git.changedPaths(squashed.get(), head))
                        : Vector.<String>empty();
        var name = reported.plan().masterPlanPath().flatMap(this::inside);
        return new WorktreeObservation(
                plan(reported),
                Option.of(head),
                dirty.isEmpty() ? WorkTree.CLEAN : WorkTree.CHANGED,
                master(name, reported.account().squashed().getOrElse(head)),
                dirty.appendAll(since).distinct().removeAll(name),
                branch(reported, head));
    }

    /** A verified commit remains identifiable by its hash even if no branch contains it. */
    private Branch branch(TddView reported, String head) throws IOException {
        if (reported.branch().isDefined()
                && git.branch(reported.branch().get()) instanceof State.NoSuchBranch)
            return Branch.GONE;
        var verified = reported.account().squashed();
        var isKnown = verified.isDefined() && git.resolve(verified.get()).isPresent();
        return isKnown
                        && reported.status() == TddStatus.FINALIZE_COMPLETE
                        && !git.isAncestor(verified.get(), head)
                ? Branch.REWRITTEN
                : Branch.USUAL;
    }

    /**
     * Returns what is never committed, including the two files, and the user's files from before
     * the branch was opened.
     */
    private static Exclusions ours(TddView reported) {
        return Exclusions.of(reported.state()).and(TddFiles.NAMES);
    }

    private PlanFile plan(TddView reported) throws IOException {
        var found = TddFiles.bytes(root, TddFiles.PLAN);
        if (found.isEmpty()) return PlanFile.ABSENT;
        if (isRefused(reported, found.get())) return PlanFile.STALE;
        return WrittenHashes.has(runs, found.get())
                        || !isImportedToBeReplanned(reported) && isUnchanged(reported, found.get())
                ? PlanFile.STALE
                : PlanFile.WRITTEN;
    }

    /** Returns whether this is the plan that has halted the run. */
    private boolean isRefused(TddView reported, byte[] content) throws IOException {
        var refused = reported.account().refused();
        return reported.status() == TddStatus.HALTED
                && refused.isDefined()
                && refused.get().equals(runs.blobs().put(content));
    }

    /**
     * A plan next to an imported state file in REPLANNING is the new plan, because this run has not
     * reset anything or written an older plan.
     */
    private static boolean isImportedToBeReplanned(TddView reported) {
        return reported.status() == TddStatus.REPLANNING && reported.account().reset().isEmpty();
    }

    /** Formatting or other statuses do not make it a different plan. */
    private static boolean isUnchanged(TddView reported, byte[] content) {
        var done = reported.state().items().done(Tdd.STEPS).toSet();
        return reported.plan().document().fields().nonEmpty()
                && JsonValues.read(content)
                        .exists(
                                json ->
                                        json instanceof JsonValue.Obj document
                                                && new ActivePr(document)
                                                        .showing(done)
                                                        .document()
                                                        .equals(reported.plan().document()));
    }

    /** The plan file counts as changed if it differs from the pull request's own commit. */
    private MasterPlan master(Option<String> name, String squashed) throws IOException {
        if (name.isEmpty()) return new MasterPlan.Unknown();
        Optional<byte[]> before =
                git.resolve(squashed).isPresent()
                        ? git.file(squashed, name.get(), FILE_BYTES_MAX)
                        : Optional.empty();
        var file = root.resolve(name.get());
        if (!Files.isRegularFile(file))
            return before.isPresent() ? new MasterPlan.Gone() : new MasterPlan.Unknown();
        var text = text(Files.readAllBytes(file));
        return new MasterPlan.Found(
                !before.map(WorktreeObserver::text).equals(Optional.of(text)),
                text.contains(squashed.substring(0, Math.min(HASH_CHARS_MIN, squashed.length()))));
    }

    private static String text(byte[] content) {
        return new String(content, StandardCharsets.UTF_8);
    }

    /** Returns the path of a file in the working tree as git names it, whether it exists or not. */
    Option<String> inside(String path) {
        try {
            var file = root.resolve(path).normalize();
            return file.startsWith(root) && !file.equals(root)
                    ? Option.of(root.relativize(file).toString().replace('\\', '/'))
                    : Option.none();
        } catch (InvalidPathException noPath) {
            return Option.none();
        }
    }
}
