package dev.foldline.app.workflow;

import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.git.DirtyPath;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import java.io.IOException;

/** The working tree in which the target of a workflow may be checked out. */
public final class TargetCheckout {
    private TargetCheckout() {}

    /** Returns a warning if the target is checked out here with uncommitted changes. */
    public static Option<String> warning(Workspace here, RunDirectory workflow) throws IOException {
        var target = WorkflowView.of(workflow, here.runs()).state().policy().branching().base();
        if (target.isEmpty() || !here.git().head().branch().equals(target.toJavaOptional()))
            return Option.none();
        var changed =
                here.git().dirty(Exclusions.engine()).stream()
                        .filter(path -> path.change() != DirtyPath.Change.UNTRACKED)
                        .map(DirtyPath::path)
                        .toList();
        return Option.when(
                !changed.isEmpty(),
                () ->
                        target.get()
                                + " is checked out here with uncommitted changes to "
                                + String.join(", ", changed)
                                + "; work that changes these files can be merged only after you"
                                + " commit or stash them");
    }
}
