package dev.foldline.core.workflow;

/** What a run does in the review threads whose remarks it was sent back for. */
public enum ThreadResponse {
    /** It replies with the commit that it pushed. */
    REPLY,
    /** It also resolves threads that led to a commit. */
    RESOLVE
}
