package dev.foldline.effects.change;

import dev.foldline.core.change.ChangeReport;
import dev.foldline.core.change.GuardedFile;
import dev.foldline.core.change.TestChanges;
import dev.foldline.effects.git.GitReads;
import dev.foldline.effects.git.TreeChange;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.Vector;

import java.io.IOException;

/** Joins what the commits of a run change with what its working tree changes. */
record CommittedChange(GitReads git, Blobs blobs) {
    private static final String WHY =
            "differs from its last commit, so that no trial can show what the commit does";

    /**
     * @param report the change in the working tree
     * @param committed the change in the last commit
     */
    ChangeReport joined(ChangeReport report, ChangeReport committed) throws IOException {
        var guarded =
                report.guarded()
                        .appendAll(committed.guarded())
                        .appendAll(uncommitted(report, committed))
                        .distinctBy(file -> file.path() + file.content());
        return new ChangeReport(
                report.base(),
                report.tree(),
                guarded,
                report.unlisted().orElse(committed.unlisted()),
                joined(report.tests(), committed.tests()),
                Math.max(report.files(), committed.files()),
                Math.max(report.lines(), committed.lines()));
    }

    private Vector<GuardedFile> uncommitted(ChangeReport report, ChangeReport committed)
            throws IOException {
        if (committed.tests().isEmpty()) return Vector.empty();
        var files = new GuardedFiles(git, blobs, committed.tree(), report.tree());
        return files.listed(
                Vector.ofAll(git.changes(committed.tree(), report.tree()))
                        .reject(TreeChange::isAdded)
                        .map(change -> new GuardedFiles.Guarded(change, WHY, 0)));
    }

    private static TestChanges joined(TestChanges tests, TestChanges committed) {
        var removed = both(tests.removed(), committed.removed());
        var changed = both(tests.changed(), committed.changed()).removeAll(removed);
        var removedInCode = both(tests.removedInCode(), committed.removedInCode());
        return new TestChanges(
                both(tests.added(), committed.added()).removeAll(changed).removeAll(removed),
                changed,
                removed,
                committed.files().appendAll(tests.files()).distinct(),
                both(tests.moved(), committed.moved()),
                removedInCode,
                both(tests.changedInCode(), committed.changedInCode()).removeAll(removedInCode));
    }

    private static Vector<String> both(Vector<String> some, Vector<String> others) {
        return some.appendAll(others).distinct().sorted();
    }
}
