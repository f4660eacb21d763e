package dev.foldline.core.state;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * The replies that the run owes to remarks in review threads, one for each.
 *
 * @param unpushed ids of the remarks that the run was sent back for since the last push
 * @param due replies to post now
 * @param refused replies that the forge did not accept, which are due again after the next push
 */
public record RemarkReplies(
        Vector<String> unpushed, Vector<RemarkReply> due, Vector<RemarkReply> refused) {
    /** None is owed. */
    public static final RemarkReplies NONE =
            new RemarkReplies(Vector.empty(), Vector.empty(), Vector.empty());

    RemarkReplies owing(Vector<String> remarks) {
        return new RemarkReplies(bounded(unpushed.appendAll(remarks)), due, refused);
    }

    /**
     * @param commit the pushed head; none if it was pushed before
     */
    RemarkReplies pushed(Option<String> commit) {
        var now = unpushed.map(id -> new RemarkReply(id, commit));
        return new RemarkReplies(
                Vector.empty(), bounded(refused.appendAll(due).appendAll(now)), Vector.empty());
    }

    RemarkReplies posted() {
        return new RemarkReplies(unpushed, Vector.empty(), refused);
    }

    RemarkReplies postponed() {
        return new RemarkReplies(unpushed, Vector.empty(), bounded(refused.appendAll(due)));
    }

    private static <T> Vector<T> bounded(Vector<T> all) {
        return all.takeRight(PullRequest.FINDINGS_MAX);
    }
}
