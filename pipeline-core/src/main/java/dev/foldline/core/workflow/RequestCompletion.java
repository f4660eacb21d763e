package dev.foldline.core.workflow;

import io.vavr.control.Option;

/**
 * What a run does itself to complete its pull request.
 *
 * @param draft whether it opens it as a draft, and marks it as ready when the checks have passed
 * @param merge how it merges what the forge allows to merge; none leaves the merge to the users
 * @param threads what it does in review threads after a push; none, as in older logs, if nothing
 */
public record RequestCompletion(
        boolean draft, Option<MergeMethod> merge, Option<ThreadResponse> threads) {
    /** Everything is left to the users. */
    public static final RequestCompletion BY_USERS =
            new RequestCompletion(false, Option.none(), Option.none());

    /** Returns whether the run marks it as ready or merges it. */
    public boolean isOfRun() {
        return draft || merge.isDefined();
    }
}
