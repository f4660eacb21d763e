package dev.foldline.effects.desk;

import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.Json;
import dev.foldline.core.projection.tdd.Observed.MasterPlan;
import dev.foldline.core.projection.tdd.Observed.PlanFile;
import dev.foldline.core.projection.tdd.Observed.WorkTree;
import dev.foldline.core.projection.tdd.Observed;
import dev.foldline.core.projection.tdd.Told;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.JsonValues;
import dev.foldline.effects.artifact.tdd.TddFiles;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.Git;
import dev.foldline.effects.git.none.NoRepository;
import dev.foldline.effects.projection.tdd.Written;
import dev.foldline.effects.store.Runs;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** What a worker's answer finds in the working tree. */
public record Sighting(Path root, Git git, Runs runs) {
    private static final int FILE_BYTES_MAX = 4 << 20;
    private static final int HASH_CHARS_MIN = 7;

    public Observed of(Told told) throws IOException {
        if (git instanceof NoRepository) return new Observed(plan(told), Option.none(), WorkTree.UNKNOWN, new MasterPlan.Unknown(), Vector.empty());
        var head = git.head().commit();
        var dirty = Vector.ofAll(git.dirty(ours(told))).map(DirtyPath::path);
        var squashed = git.resolve(told.account().squashed().getOrElse(head));
        var since = squashed.isPresent() ? Vector.ofAll(git.changedPaths(squashed.get(), head)) : Vector.<String>empty();
        var name = told.plan().masterPlanPath().flatMap(this::inside);
        return new Observed(plan(told), Option.of(head), dirty.isEmpty() ? WorkTree.CLEAN : WorkTree.CHANGED, master(name, told.account().squashed().getOrElse(head)),
                dirty.appendAll(since).distinct().removeAll(name));
    }

    /** What is never committed: the two files among it, and what a person had here before the branch was opened. */
    private static Exclusions ours(Told told) { return Exclusions.engine().and(TddFiles.NAMES).and(told.state().ledger().repository().kept().asJava()); }

    private PlanFile plan(Told told) throws IOException {
        var found = TddFiles.bytes(root, TddFiles.PLAN);
        if (found.isEmpty()) return PlanFile.ABSENT;
        return Written.has(runs, found.get()) || isUnchanged(told, found.get()) ? PlanFile.STALE : PlanFile.WRITTEN;
    }

    /** Written differently, or with other statuses, it is still the same plan. */
    private static boolean isUnchanged(Told told, byte[] content) {
        var done = told.state().items().done(Tdd.STEPS).toSet();
        return told.plan().document().fields().nonEmpty() && JsonValues.read(content).exists(json ->
                json instanceof Json.Obj document && new ActivePr(document).showing(done).document().equals(told.plan().document()));
    }

    /** The plan file counts as changed if it is not what the pull request's own commit says. */
    private MasterPlan master(Option<String> name, String squashed) throws IOException {
        if (name.isEmpty()) return new MasterPlan.Unknown();
        Optional<byte[]> before = git.resolve(squashed).isPresent() ? git.file(squashed, name.get(), FILE_BYTES_MAX) : Optional.empty();
        var file = root.resolve(name.get());
        if (!Files.isRegularFile(file)) return before.isPresent() ? new MasterPlan.Gone() : new MasterPlan.Unknown();
        var text = text(Files.readAllBytes(file));
        return new MasterPlan.Found(!before.map(Sighting::text).equals(Optional.of(text)), text.contains(squashed.substring(0, Math.min(HASH_CHARS_MIN, squashed.length()))));
    }

    private static String text(byte[] content) { return new String(content, StandardCharsets.UTF_8); }

    /** The path of a file in the working tree, there or not, as git names it. */
    Option<String> inside(String path) {
        try {
            var file = root.resolve(path).normalize();
            return file.startsWith(root) && !file.equals(root) ? Option.of(root.relativize(file).toString().replace('\\', '/')) : Option.none();
        } catch (InvalidPathException noPath) {
            return Option.none();
        }
    }
}
