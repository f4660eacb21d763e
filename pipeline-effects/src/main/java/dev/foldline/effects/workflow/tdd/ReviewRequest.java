package dev.foldline.effects.workflow.tdd;

import dev.foldline.core.effect.FileEffect.RenderPrompt;
import dev.foldline.core.event.Event;
import dev.foldline.core.event.FileEvent.PromptRendered;
import dev.foldline.core.projection.JsonValue;
import dev.foldline.core.projection.tdd.TddView;
import dev.foldline.core.workflow.builtin.DrivenTdd;
import dev.foldline.effects.context.RunContext;
import dev.foldline.effects.prompt.Prompts;

import java.io.IOException;

/** The prompt of the agent that reviews a pull request: its plan and its diff. */
final class ReviewRequest {
    private static final int DIFF_CHARS_MAX = 200_000;
    private static final String WITHDRAWN = "withdrawn_tests";

    private final RunContext run;
    private final Prompts prompts;

    ReviewRequest(RunContext run, Prompts prompts) {
        this.run = run;
        this.prompts = prompts;
    }

    /** Returns whether this prompt requests such a review. */
    static boolean isRequestedBy(RenderPrompt effect) {
        return effect.template().equals(DrivenTdd.REVIEW_TEMPLATE);
    }

    Event render(long ticket, RenderPrompt effect) throws IOException {
        var reported = TddTexts.view(LoggedTimeline.of(run.directory()), run.blobs());
        return new PromptRendered(ticket, run.blobs().put(prompts.text(effect, text(reported))));
    }

    private String text(TddView reported) throws IOException {
        var plan = reported.plan().document();
        var withdrawn = reported.stateFile().list(WITHDRAWN);
        return "Verification plan: "
                + plan.text("verificationPlan").getOrElse("")
                + "\n\n"
                + Prompts.fenced("json", plan.document())
                + (withdrawn.isEmpty()
                        ? ""
                        : "\nTests that the developer withdrew, with the reasons:\n\n"
                                + Prompts.fenced("json", new JsonValue.Arr(withdrawn).document()))
                + "\n# The diff\n"
                + Prompts.fenced("diff", diff(reported));
    }

    /** Returns the difference from the base to the tree that the review is about. */
    private String diff(TddView reported) throws IOException {
        var repository = reported.state().ledger().repository();
        var base = repository.base().getOrElse("HEAD");
        var tree = repository.tree().getOrElse("HEAD");
        var printed = run.git().runAsUser("diff", "--no-color", "--no-ext-diff", base, tree);
        if (!printed.succeeded()) throw new IOException("git diff failed: " + printed.said());
        var diff = printed.out();
        return diff.length() <= DIFF_CHARS_MAX
                ? diff
                : diff.substring(0, DIFF_CHARS_MAX)
                        + "\n[shortened; the whole diff: git diff "
                        + base
                        + " "
                        + tree
                        + "]";
    }
}
