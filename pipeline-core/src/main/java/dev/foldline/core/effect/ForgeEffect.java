package dev.foldline.core.effect;

import dev.foldline.core.state.RemarkReply;
import dev.foldline.core.workflow.MergeMethod;
import dev.foldline.core.workflow.RequestCompletion;

import io.vavr.collection.Map;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/** An effect on the forge that hosts the repository. Each is found again by its result there. */
public sealed interface ForgeEffect extends ExternalEffect {

    /**
     * Push the run's branch.
     *
     * @param known the head that the run has pushed last; anything else on the remote must be part
     *     of the branch
     */
    record PushBranch(EffectKey key, Option<String> branch, Option<String> known)
            implements ForgeEffect {}

    /**
     * Open the pull request of the branch, or find the one that it has.
     *
     * @param base the branch to merge into; the repository's base branch if none
     * @param task id of the task's text
     * @param subjects the subjects of the commits on the run's branch
     * @param completion what the run does itself to complete it; none, as in older logs, if that is
     *     left to the users
     * @param notes what was found out about the change; empty in older logs
     * @param artifacts ids of the accepted artifacts by name; empty in older logs
     * @param results what checks and answers came to; empty in older logs
     */
    record OpenRequest(
            EffectKey key,
            Option<String> branch,
            Option<String> base,
            String task,
            Vector<String> subjects,
            Option<RequestCompletion> completion,
            Vector<String> notes,
            Map<String, String> artifacts,
            Vector<String> results)
            implements ForgeEffect {}

    /**
     * Merge the pull request's base on the forge into the branch. Files that conflict have both
     * sides between conflict markers.
     *
     * @param number the pull request, which knows its base
     */
    record UpdateBranch(
            EffectKey key, Option<String> branch, long number, Vector<String> protectedPaths)
            implements ForgeEffect {}

    /** Mark the pull request as ready, which is no draft any more. */
    record MarkReady(EffectKey key, long number) implements ForgeEffect {}

    /**
     * Merge the pull request on the forge.
     *
     * @param head the head that its branch must have
     */
    record MergeRequest(EffectKey key, long number, String head, MergeMethod method)
            implements ForgeEffect {}

    /**
     * Reply to remarks in their review threads.
     *
     * @param resolve whether threads that led to a commit are resolved
     */
    record ReplyToRemarks(EffectKey key, long number, Vector<RemarkReply> replies, boolean resolve)
            implements ForgeEffect {}
}
