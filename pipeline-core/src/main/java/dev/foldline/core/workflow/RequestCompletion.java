package dev.foldline.core.workflow;

import io.vavr.control.Option;

/**
 * What a run does itself to complete its pull request.
 *
 * @param draft whether it opens it as a draft, and marks it as ready when the checks have passed
 * @param merge how it merges what the forge allows to merge; none leaves the merge to people
 */
public record RequestCompletion(boolean draft, Option<MergeMethod> merge) {
    /** Everything is left to people. */
    public static final RequestCompletion BY_PEOPLE = new RequestCompletion(false, Option.none());

    /** Returns whether anything is left to the run. */
    public boolean isOfRun() {
        return draft || merge.isDefined();
    }
}
