package dev.foldline.effects.environment;

import dev.foldline.core.effect.ChangeEffect.RestoreGuarded;
import dev.foldline.core.event.ChangeEvent.GuardedRestored;
import dev.foldline.core.event.Event;
import dev.foldline.core.state.Fault.Kind;
import dev.foldline.effects.change.ChangeReader;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.git.Exclusions;
import dev.foldline.effects.git.SaveOutcome;
import dev.foldline.effects.git.TreeEntry;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/**
 * Puts files that judge a change back, as they were before it. What is uncommitted in them is saved
 * first. What cannot be saved or put back stays as it is, and the user is asked about it at the end
 * of the run: submodules, nested repositories, ignored files in a folder that took the place of a
 * file.
 */
record GuardedFileRestorer(RunContext run, ChangeReader reader) {
    private static final String LITERALLY = ":(top,literal)";

    Event restore(long ticket, RestoreGuarded effect, String base, String tree) throws IOException {
        var guarded = paths(effect, base, tree);
        if (guarded.isEmpty()) return new GuardedRestored(ticket, tree);
        var kept = save(ticket, tree, guarded);
        for (var path : guarded) {
            var refused = restore(base, path, kept);
            if (refused.isDefined()) return GitCli.failed(ticket, Kind.GIT, refused.get());
        }
        var after = run.git().workTree(exclusions(effect));
        return new GuardedRestored(
                ticket, after, guarded.removeAll(paths(effect, base, after)), saved(ticket));
    }

    private Vector<String> paths(RestoreGuarded effect, String base, String tree)
            throws IOException {
        return reader.guardedPaths(base, tree, effect.checks(), effect.guard());
    }

    private Exclusions exclusions(RestoreGuarded effect) {
        return run.exclusions(effect.protectedPaths());
    }

    /** Returns the commit that has what is in the files now. */
    private String save(long ticket, String tree, Vector<String> paths) throws IOException {
        var message =
                "Files that judge the work of run " + run.run() + ", before they were put back";
        var outcome =
                run.git().savePaths(run.savedRef(ticket) + "/" + tree, message, paths.asJava());
        return outcome instanceof SaveOutcome.Saved saved ? saved.commit() : "HEAD";
    }

    private Option<String> restore(String base, String path, String kept) throws IOException {
        var file = run.root().resolve(path);
        boolean isFolder = Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
        var before = run.git().entry(base, path);
        if (before.filter(TreeEntry::isSubmodule).isPresent() || isFolder && !isIn(kept, file))
            return Option.none();
        if (before.isPresent())
            return new GitCli(run)
                    .typed("restore", "--source=" + base, "--worktree", "--", LITERALLY + path);
        if (!isFolder) Files.deleteIfExists(file);
        return Option.none();
    }

    /** Git replaces a folder with all that it contains. */
    private boolean isIn(String commit, Path folder) throws IOException {
        try (var found = Files.walk(folder)) {
            for (var file : Vector.ofAll(found.toList()))
                if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
                        && run.git()
                                .entry(commit, run.root().relativize(file).toString())
                                .isEmpty()) return false;
            return true;
        } catch (UncheckedIOException unreadable) {
            return false;
        }
    }

    private Vector<String> saved(long ticket) throws IOException {
        return Vector.ofAll(run.git().ground().facts().keySet())
                .filter(ref -> ref.startsWith(run.savedRef(ticket) + "/"))
                .sorted();
    }
}
