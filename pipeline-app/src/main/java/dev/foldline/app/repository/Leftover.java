package dev.foldline.app.repository;

import dev.foldline.effects.git.WorktreeOutcome.Content;
import dev.foldline.effects.store.RunId;

import java.nio.file.Path;
import java.util.Optional;

/** Something that is left behind. */
public sealed interface Leftover {

    /** Something that a run which is over has left behind. */
    sealed interface OfRun extends Leftover {

        /** The run that left it. */
        RunId run();
    }

    /** Formats what happens to it as one line. */
    String describe();

    /**
     * The run's own working tree: what exists only there is saved before it is removed.
     *
     * @param content what that is
     * @param ignored its ignored files
     */
    record Tree(RunId run, Path root, Content content, IgnoredFiles ignored) implements OfRun {

        /** The ref that will lead to what was only here. */
        public Optional<String> stash() {
            return switch (content) {
                case Content.Work(var tree) -> Optional.of(ref(tree));
                case Content.Commit(var commit) -> Optional.of(ref(commit));
                case Content.Nothing _, Content.Bound _ -> Optional.empty();
            };
        }

        /** The ref that will lead to its ignored files. */
        public Optional<String> ignoredStash() {
            return ignored.tree().map(this::ref);
        }

        private String ref(String name) {
            return "refs/foldline/stash/" + run + "/gc/" + name;
        }

        @Override
        public String describe() {
            return "remove  "
                    + root
                    + stash().map(ref -> ", saving uncommitted work as " + ref).orElse("")
                    + ignoredStash()
                            .map(
                                    ref ->
                                            ", saving ignored files as "
                                                    + ref
                                                    + " ("
                                                    + LocalContentFormatter.paths(ignored.saved())
                                                    + ")")
                            .orElse("")
                    + (ignored.deleted().isEmpty()
                            ? ""
                            : ", deleting " + LocalContentFormatter.paths(ignored.deleted()));
        }
    }

    /** A merge that was prepared, and has landed or never will. */
    record Merge(RunId run, String ref, String commit) implements OfRun {
        @Override
        public String describe() {
            return "delete  " + ref;
        }
    }

    /**
     * The branch of a workflow of tasks, or of a task, whose work is in the target.
     *
     * @param run the workflow
     * @param ref the private ref that keeps the branch's commits
     */
    record Branch(RunId run, String branch, String commit, String ref) implements OfRun {
        @Override
        public String describe() {
            return "delete  branch " + branch + ", which has landed, keeping it as " + ref;
        }
    }

    /** The folder of a process that was killed. */
    record Folder(Path path) implements Leftover {
        @Override
        public String describe() {
            return "remove  " + path + ", left by a process that was killed";
        }
    }

    /** What the run recorded for replay. */
    record Recording(RunId run, long bytes) implements OfRun {
        @Override
        public String describe() {
            return "remove  the recording of run " + run + " (" + bytes + " bytes)";
        }
    }

    /** A working tree that stays, and why. */
    record Kept(RunId run, Path root, String why) implements OfRun {
        @Override
        public String describe() {
            return "keep    " + root + ": " + why;
        }
    }
}
