package dev.foldline.effects.change;

import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.change.UnlistedFiles;
import dev.foldline.effects.git.GitFault;
import dev.foldline.effects.git.GitReads;
import dev.foldline.effects.git.TreeChange;
import dev.foldline.effects.git.TreeEntry;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Describes the changed files that judge the change from one tree to another. */
record GuardedFiles(GitReads git, Blobs blobs, String base, String tree) {
    static final int FILES_MAX = 100;

    /**
     * A changed file that is guarded.
     *
     * @param rank the place of its judge among all
     */
    record Guarded(TreeChange change, String why, int rank) {}

    private static final int PATCH_BYTES_MAX = 64 << 10;
    private static final String QUOTED = "\"";

    /** Returns why a changed file is guarded, if it is. */
    Option<String> why(Judges judges, TreeChange change) throws GitFault {
        var judge = judges.of(change.path());
        if (judge.isEmpty()) return Option.none();
        boolean isWhole =
                judges.isNamedByUser(change.path()) || !JudgedSettings.isStructured(change.path());
        return Option.when(isWhole || isJudging(change), judge.get().why());
    }

    private boolean isJudging(TreeChange change) throws GitFault {
        if (isOfNewFolder(change)) return false;
        if (!hasSameMode(change)) return true;
        var before = settings(change.before());
        var after = settings(change.after());
        return before.isEmpty() || after.isEmpty() || !before.get().isKeptBy(after.get());
    }

    /** The settings of a new module are those of nothing that was there. */
    private boolean isOfNewFolder(TreeChange change) throws GitFault {
        var folder = TreeFiles.folder(change.path());
        return change.isAdded() && !folder.isEmpty() && git.entry(base, folder).isEmpty();
    }

    private static boolean hasSameMode(TreeChange change) {
        return change.before().isEmpty()
                || change.after().map(TreeEntry::mode).equals(change.before().map(TreeEntry::mode));
    }

    /** Returns what judges of a version of a file: nothing if there is no such version. */
    private Option<JudgedSettings> settings(Option<TreeEntry> version) throws GitFault {
        if (version.isEmpty()) return Option.of(JudgedSettings.NONE);
        if (!version.get().isFile()) return Option.none();
        return Option.ofOptional(git.content(version.get(), TreeFiles.TEXT_BYTES_MAX))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
                .flatMap(text -> JudgedSettings.of(version.get().path(), text));
    }

    /** Returns the first of the files, each with a stored text of what changed in it. */
    Vector<GuardedFile> listed(Vector<Guarded> guarded) throws IOException {
        var files = Vector.<GuardedFile>empty();
        for (var each : guarded.take(FILES_MAX))
            files = files.append(of(each.change(), each.why()));
        return files;
    }

    /** Returns the others, if there are more. */
    Option<UnlistedFiles> unlisted(Vector<Guarded> guarded) throws IOException {
        var others = guarded.drop(FILES_MAX).map(Guarded::change);
        if (others.isEmpty()) return Option.none();
        return Option.of(
                new UnlistedFiles(
                        others.size(),
                        blobs.put(
                                others.map(
                                                change ->
                                                        change.path()
                                                                + " "
                                                                + change.after()
                                                                        .map(TreeEntry::content)
                                                                        .getOrElse("is gone"))
                                        .mkString("\n"))));
    }

    /** Returns a file with a stored text of what changed in it. */
    GuardedFile of(TreeChange change, String why) throws IOException {
        return new GuardedFile(
                change.path(), why, change.after().map(TreeEntry::content), patch(change.path()));
    }

    /** A name that is no text cannot be an argument of git. */
    private Option<String> patch(String path) throws IOException {
        if (path.startsWith(QUOTED)) return Option.none();
        var diff = git.diff(base, tree, Vector.of(path).asJava(), PATCH_BYTES_MAX);
        var cut = diff.cut() ? "\n[shortened: only the start of the difference]\n" : "";
        return Option.of(blobs.put(diff.text() + cut));
    }
}
