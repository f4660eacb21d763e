package dev.foldline.effects.forge;

import dev.foldline.core.state.RemarkReply;
import dev.foldline.effects.forge.RemarkCollector.Permissions;
import dev.foldline.effects.forge.RemarkCollector.Remark;
import dev.foldline.effects.forge.ReviewThreads.ReviewThread;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Replies to remarks in their review threads, once each. A reply has a mark for each remark that it
 * answers, by which it is found again: an attempt whose answer was lost may have succeeded.
 * Resolved threads are left alone, and remarks that are gone.
 */
record ThreadReplier(ReviewThreads threads, Forge forge, Permissions permissions) {
    private static final int ATTEMPTS_MAX = 3;
    private static final int HASH_CHARS = 7;

    /**
     * @param resolves whether threads are resolved that led to a commit
     * @throws IOException if the forge did not accept each reply
     */
    void reply(List<RemarkReply> replies, boolean resolves)
            throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            var failure = attempt(replies, resolves);
            if (failure.isEmpty()) return;
            if (attempt == ATTEMPTS_MAX) throw failure.get();
        }
    }

    /** Goes on with the other threads if one fails. */
    private Optional<IOException> attempt(List<RemarkReply> replies, boolean resolves)
            throws InterruptedException {
        var failures = new ArrayList<IOException>();
        try {
            var found = threads.read();
            var own = own(found);
            for (var thread : found) {
                try {
                    if (!thread.isResolved()) reply(thread, replies, own, resolves);
                } catch (IOException failure) {
                    failures.add(failure);
                }
            }
        } catch (IOException failure) {
            failures.add(failure);
        }
        return failures.stream().findFirst();
    }

    /** Replies in one thread, and resolves it if nothing else in it waits for an answer. */
    private void reply(
            ReviewThread thread, List<RemarkReply> replies, OwnRemarks own, boolean resolves)
            throws IOException, InterruptedException {
        var ids = thread.remarks().stream().map(ThreadReplier::id).toList();
        var owed = replies.stream().filter(each -> ids.contains(each.id())).toList();
        if (owed.isEmpty()) return;
        var missing = owed.stream().filter(each -> !own.answers(each.id())).toList();
        if (!missing.isEmpty()) thread.add(text(missing));
        var answered = owed.stream().map(RemarkReply::id).toList();
        boolean isDone =
                owed.stream().allMatch(each -> each.commit().isDefined())
                        && thread.remarks().stream()
                                .filter(each -> !own.has(each))
                                .reduce((_, later) -> later)
                                .filter(last -> answered.contains(id(last)))
                                .isPresent();
        if (resolves && isDone) thread.resolve();
    }

    private static String text(List<RemarkReply> replies) {
        var commits =
                replies.stream()
                        .flatMap(each -> each.commit().toJavaStream())
                        .map(each -> each.substring(0, Math.min(HASH_CHARS, each.length())))
                        .distinct()
                        .collect(Collectors.joining(", "));
        return (commits.isEmpty()
                        ? "No change was made for this."
                        : "Addressed in " + commits + ".")
                + replies.stream()
                        .map(each -> "\n" + Markers.ofReply(each.id()))
                        .collect(Collectors.joining("", "\n", ""));
    }

    private static String id(Remark remark) {
        return RemarkCollector.Kind.LINE + "-" + remark.id();
    }

    /** The remarks with a mark of Foldline, as far as their authors are trusted. */
    private record OwnRemarks(List<IssueTracker.Note> notes) {
        boolean has(Remark remark) {
            return notes.stream().anyMatch(each -> each.id() == remark.id());
        }

        boolean answers(String id) {
            return notes.stream().anyMatch(each -> each.body().contains(Markers.ofReply(id)));
        }
    }

    private OwnRemarks own(List<ReviewThread> found) throws IOException, InterruptedException {
        var notes = new MarkedNotes(permissions, forge.account());
        for (var thread : found) for (var remark : thread.remarks()) notes.add(remark);
        return new OwnRemarks(notes.oldestFirst());
    }
}
