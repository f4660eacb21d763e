package dev.foldline.app.history;

import dev.foldline.core.effect.ForgeEffect;
import dev.foldline.core.effect.WaitCondition.PullRequestNews;
import dev.foldline.core.event.ForgeEvent;
import dev.foldline.core.event.InputEvent.PullRequestSeen;
import dev.foldline.core.state.FailedJobs;
import dev.foldline.core.state.PullRequest.Checks;
import dev.foldline.core.state.PullRequest.Finding;
import dev.foldline.core.state.PullRequest.Link;
import dev.foldline.core.verdict.CheckFailure;
import dev.foldline.core.verdict.VerdictText;
import dev.foldline.core.workflow.ForgeOperation;
import dev.foldline.core.workflow.RequestCompletion;
import dev.foldline.core.workflow.Step;
import dev.foldline.core.workflow.ThreadResponse;

import io.vavr.collection.Vector;

/** What happens on the forge, as text. */
public final class ForgeFormatter {
    private ForgeFormatter() {}

    /** Returns what an effect does. */
    public static String of(ForgeEffect effect) {
        return switch (effect) {
            case ForgeEffect.PushBranch e -> "push " + e.branch().getOrElse("the branch");
            case ForgeEffect.OpenRequest e ->
                    "open the pull request of " + e.branch().getOrElse("the branch");
            case ForgeEffect.UpdateBranch e ->
                    "merge the base into " + e.branch().getOrElse("the branch");
            case ForgeEffect.MarkReady e -> "mark pull request #" + e.number() + " as ready";
            case ForgeEffect.MergeRequest e ->
                    "merge pull request #"
                            + e.number()
                            + " at "
                            + ValueFormatter.hash(e.head())
                            + ", "
                            + ValueFormatter.of(e.method());
            case ForgeEffect.ReplyToRemarks e ->
                    "reply to "
                            + e.replies().size()
                            + (e.replies().size() == 1 ? " remark" : " remarks")
                            + " on pull request #"
                            + e.number();
        };
    }

    /** Returns what a step does, and its bounds. */
    public static String of(Step.Forge step) {
        return "pull request: "
                + ValueFormatter.of(step.operation())
                + step.bounds()
                        .map(
                                bounds ->
                                        "; at most "
                                                + bounds.checks()
                                                + " for checks, "
                                                + bounds.reviews()
                                                + " for reviews, "
                                                + bounds.updates()
                                                + " for the base, "
                                                + bounds.days()
                                                + " days")
                        .getOrElse("")
                + (step.operation() == ForgeOperation.OPEN
                                && step.completion().exists(RequestCompletion::draft)
                        ? " as a draft"
                        : "")
                + step.completion()
                        .flatMap(RequestCompletion::merge)
                        .filter(_ -> step.operation() == ForgeOperation.AWAIT)
                        .map(method -> "; then " + ValueFormatter.of(method))
                        .getOrElse("")
                + step.completion()
                        .flatMap(RequestCompletion::threads)
                        .filter(_ -> step.operation() == ForgeOperation.AWAIT)
                        .map(ForgeFormatter::of)
                        .getOrElse("");
    }

    private static String of(ThreadResponse response) {
        return switch (response) {
            case REPLY -> "; replies in review threads";
            case RESOLVE -> "; replies in review threads and resolves them";
        };
    }

    /** Returns what an event reports. */
    public static String of(ForgeEvent event) {
        return switch (event) {
            case ForgeEvent.BranchPushed e -> "pushed " + ValueFormatter.hash(e.head());
            case ForgeEvent.RequestOpened e -> "pull request " + of(e.link());
            case ForgeEvent.BranchUpdated e ->
                    "the branch has its base at "
                            + ValueFormatter.hash(e.head())
                            + e.conflict()
                                    .map(each -> ", in conflict: " + each.paths().mkString(", "))
                                    .getOrElse("");
            case ForgeEvent.RequestReady _ -> "the pull request is no draft";
            case ForgeEvent.RequestMerged _ -> "merged the pull request";
            case ForgeEvent.MergeRefused e -> "the forge does not merge it yet: " + e.reason();
            case ForgeEvent.RepliesPosted _ -> "replied in the review threads";
            case ForgeEvent.RepliesRefused e ->
                    "the forge did not accept each reply; the next push tries again: " + e.reason();
        };
    }

    /** Returns what the forge reported about the pull request. */
    public static String of(PullRequestSeen event) {
        var seen = event.observation();
        return "pull request #"
                + seen.number()
                + " is "
                + ValueFormatter.of(seen.status())
                + checks(seen.checks())
                + known(FailedJobs.verdict(seen).known().map(CheckFailure::text))
                + seen.findings()
                        .map(Finding::title)
                        .mkString("; ", "; ", "")
                        .replaceAll("; $", "");
    }

    private static String known(Vector<String> jobs) {
        return jobs.isEmpty() ? "" : "; failed on the base too: " + VerdictText.few(jobs);
    }

    private static String checks(Checks checks) {
        return checks == Checks.NONE ? "" : ", its checks are " + ValueFormatter.of(checks);
    }

    /** Returns what a run waits for. */
    public static String of(PullRequestNews awaited) {
        return "the checks, the review or the merge of the pull request"
                + awaited.link().map(link -> " " + of(link)).getOrElse("")
                + awaited.refusal()
                        .map(why -> ", which the forge does not merge yet: " + why)
                        .getOrElse("");
    }

    private static String of(Link link) {
        return "#" + link.number() + " (" + link.url() + ")";
    }
}
