package dev.foldline.app.forge;

import dev.foldline.app.config.ForgeKeys;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.forge.Forge;

import java.io.IOException;

/** The task that an issue describes: its text as it is now, and remarks of those who may write. */
public final class IssueTask {
    private static final int BODY_CHARS_MAX = 50_000;

    private IssueTask() {}

    /**
     * Returns the text of the task.
     *
     * @param issue as the user names it
     * @throws UserError if there is no such open issue
     */
    public static String read(Workspace here, ForgeKeys keys, String issue)
            throws InterruptedException {
        var reference = IssueReference.parse(issue);
        try {
            var forge = new RepositoryForge(here, keys);
            if (reference.repository().isPresent()
                    && !reference.repository().get().equalsIgnoreCase(forge.repository()))
                throw new UserError(
                        "the issue is of "
                                + reference.repository().get()
                                + ", not of "
                                + forge.repository(),
                        "--issue " + issue,
                        "run it in a clone of that repository",
                        ExitCode.USAGE);
            var found = forge.issue(reference.number());
            if (!found.isOpen())
                throw new UserError(
                        "issue #" + reference.number() + " is closed",
                        found.url(),
                        "reopen it, or describe the task in words",
                        ExitCode.FAILED);
            return text(found);
        } catch (IOException unreadable) {
            throw new UserError(
                    "issue #" + reference.number() + " cannot be read: " + unreadable.getMessage(),
                    "--issue " + issue,
                    "",
                    ExitCode.UNAVAILABLE);
        }
    }

    private static String text(Forge.Issue issue) {
        var text = new StringBuilder("# ").append(issue.title().strip()).append("\n\n");
        text.append(cut(issue.body().strip()));
        for (var remark : issue.remarks())
            text.append("\n\n## ").append(remark.title()).append("\n\n").append(remark.text());
        return text.append("\n\nCloses #").append(issue.number()).append('\n').toString();
    }

    private static String cut(String text) {
        return text.length() <= BODY_CHARS_MAX
                ? text
                : text.substring(0, BODY_CHARS_MAX) + "\n[cut]";
    }
}
