package dev.foldline.app.task;

import dev.foldline.app.run.Workspace;
import dev.foldline.core.projection.tdd.ActivePr;
import dev.foldline.core.projection.tdd.Json;
import dev.foldline.core.projection.tdd.Observed;
import dev.foldline.core.projection.tdd.Observed.MasterPlan;
import dev.foldline.core.projection.tdd.Observed.PlanFile;
import dev.foldline.core.projection.tdd.Observed.WorkTree;
import dev.foldline.core.projection.tdd.Told;
import dev.foldline.core.workflow.builtin.Tdd;
import dev.foldline.effects.artifact.tdd.TddFiles;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.none.NoRepository;
import dev.foldline.effects.projection.tdd.Written;
import io.vavr.collection.Vector;
import io.vavr.control.Option;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** What a call finds in the working tree. */
record Sight(Workspace here) {
    private static final int FILE_BYTES_MAX = 4 << 20;
    private static final int HASH_CHARS_MIN = 7;

    Observed of(Told told) throws IOException {
        if (here.git() instanceof NoRepository) return new Observed(plan(told), Option.none(), WorkTree.UNKNOWN, new MasterPlan.Unknown());
        var head = here.git().head().commit();
        var dirty = Vector.ofAll(here.git().dirty(Exclusions.engine().and(TddFiles.NAMES)));
        return new Observed(plan(told), Option.of(head), dirty.isEmpty() ? WorkTree.CLEAN : WorkTree.CHANGED, master(told, head, dirty));
    }

    private PlanFile plan(Told told) throws IOException {
        var found = TddFiles.bytes(here.root(), TddFiles.PLAN);
        if (found.isEmpty()) return PlanFile.ABSENT;
        return Written.has(here.runs(), found.get()) || isUnchanged(told, found.get()) ? PlanFile.STALE : PlanFile.WRITTEN;
    }

    /** Written differently, or with other statuses, it is still the same plan. */
    private static boolean isUnchanged(Told told, byte[] content) {
        var done = told.state().items().done(Tdd.STEPS).toSet();
        return told.plan().document().fields().nonEmpty() && TddFiles.read(content).exists(json ->
                json instanceof Json.Obj document && new ActivePr(document).showing(done).document().equals(told.plan().document()));
    }

    /** The plan file counts as changed if it is not what the pull request's own commit says. */
    private MasterPlan master(Told told, String head, Vector<DirtyPath> dirty) throws IOException {
        var path = told.plan().masterPlanPath().flatMap(this::inside);
        if (path.isEmpty()) return new MasterPlan.Unknown();
        var name = here.root().relativize(path.get()).toString().replace('\\', '/');
        var text = new String(Files.readAllBytes(path.get()), StandardCharsets.UTF_8);
        var squashed = told.account().squashed().getOrElse(head);
        Optional<byte[]> before = here.git().resolve(squashed).isPresent() ? here.git().file(squashed, name, FILE_BYTES_MAX) : Optional.empty();
        var changed = before.map(bytes -> !new String(bytes, StandardCharsets.UTF_8).equals(text)).orElse(true);
        var others = dirty.filter(each -> each.change() != DirtyPath.Change.UNTRACKED).map(DirtyPath::path).remove(name);
        return new MasterPlan.Found(changed, text.contains(squashed.substring(0, Math.min(HASH_CHARS_MIN, squashed.length()))), others);
    }

    private Option<Path> inside(String path) {
        try {
            var file = here.root().resolve(path).normalize();
            return file.startsWith(here.root()) && Files.isRegularFile(file) ? Option.of(file) : Option.none();
        } catch (InvalidPathException noPath) {
            return Option.none();
        }
    }
}
