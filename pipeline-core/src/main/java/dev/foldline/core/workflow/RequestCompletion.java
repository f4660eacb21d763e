package dev.foldline.core.workflow;

import io.vavr.control.Option;

/**
 * What a run does itself to complete its pull request.
 *
 * @param merge how it merges what the forge allows to merge; none leaves the merge to people
 */
public record RequestCompletion(Option<MergeMethod> merge) {
    /** Everything is left to people. */
    public static final RequestCompletion BY_PEOPLE = new RequestCompletion(Option.none());
}
