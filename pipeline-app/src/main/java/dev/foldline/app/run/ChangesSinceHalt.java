package dev.foldline.app.run;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.run.RunLauncher.Started;
import dev.foldline.core.PipelineState;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.GitEvent.WorkSaved;
import dev.foldline.core.workflow.GitOperation;
import dev.foldline.core.workflow.Step;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.GitReads;

import io.vavr.control.Option;

import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Uncommitted files of the user in the working tree of a halted run: its next commit would take
 * them as if an agent had written them.
 */
public final class ChangesSinceHalt {
    private static final int PATHS_SHOWN_MAX = 8;

    private ChangesSinceHalt() {}

    /**
     * @throws UserError if there are uncommitted files that the run did not leave there when it
     *     halted
     */
    public static void refuse(Started started) throws IOException {
        var log = started.log();
        if (!commits(log.state())) return;
        var left = new LeftAtHalt();
        RunHistory.open(log.directory()).walk(moment -> left.receives(moment.event()));
        if (left.saved.isEmpty()) return;
        var changed = changed(started.workspace().git(), left.saved.get().commit(), log.state());
        if (changed.isEmpty()) return;
        var shown = changed.stream().limit(PATHS_SHOWN_MAX).collect(Collectors.joining(", "));
        throw new UserError(
                "there are uncommitted changes that the run did not make: "
                        + shown
                        + (changed.size() > PATHS_SHOWN_MAX
                                ? ", and " + (changed.size() - PATHS_SHOWN_MAX) + " more"
                                : ""),
                started.workspace().root().toString(),
                "commit or stash them, then foldline retry "
                        + log.directory().id()
                        + "; or add --as-it-is to let the run commit them",
                ExitCode.FAILED);
    }

    /**
     * Where a worker outside commits by itself, the tree is the worker's and the user's together.
     */
    private static boolean commits(PipelineState state) {
        return state.workflow()
                .phases()
                .flatMap(phase -> phase.steps())
                .exists(
                        step ->
                                step instanceof Step.Git(var operation, _, _)
                                        && operation == GitOperation.COMMIT);
    }

    /**
     * What a commit would take now and is not among what was saved at the halt; a file that was
     * left by the run stays its work when the user edits it.
     */
    private static List<String> changed(GitReads git, Option<String> saved, PipelineState state)
            throws IOException {
        var now = git.workTree(Exclusions.of(state));
        var left =
                saved.isEmpty()
                        ? List.<String>of()
                        : git.changedPaths(saved.get() + "^", saved.get());
        return git.changedPaths("HEAD", now).stream().filter(path -> !left.contains(path)).toList();
    }

    /** Goes along the log. */
    private static final class LeftAtHalt {
        private Option<WorkSaved> saved = Option.none();

        boolean receives(Event event) {
            if (event instanceof WorkSaved last) saved = Option.of(last);
            return true;
        }
    }
}
