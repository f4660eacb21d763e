package dev.foldline.app.forge;

import dev.foldline.app.config.ForgeKeys;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.forge.Forge;
import dev.foldline.effects.forge.NoSuchIssue;
import dev.foldline.effects.forge.UnauthorizedRequest;

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
            if (reference.page().isPresent()) require(reference.page().get(), forge, issue);
            var found = forge.issue(reference.number());
            if (!found.isOpen())
                throw new UserError(
                        "issue #" + reference.number() + " is closed",
                        found.url(),
                        "reopen it, or describe the task in words",
                        ExitCode.FAILED);
            return text(found);
        } catch (NoSuchIssue none) {
            throw new UserError(
                    String.valueOf(none.getMessage()),
                    "--issue " + issue,
                    "give the number of an issue, or describe the task in words",
                    ExitCode.FAILED);
        } catch (UnauthorizedRequest refused) {
            throw unreadable(reference, issue, refused, ExitCode.AUTHENTICATION);
        } catch (UnknownForge unknown) {
            throw new UserError(
                    "issue #" + reference.number() + " cannot be read: " + unknown.what(),
                    "--issue " + issue,
                    unknown.remedy() + ", or describe the task in words",
                    ExitCode.USAGE);
        } catch (IOException unreachable) {
            throw unreadable(reference, issue, unreachable, ExitCode.UNAVAILABLE);
        }
    }

    private static UserError unreadable(
            IssueReference reference, String issue, IOException why, ExitCode exit) {
        return new UserError(
                "issue #" + reference.number() + " cannot be read: " + why.getMessage(),
                "--issue " + issue,
                "try it again, or describe the task in words",
                exit);
    }

    /** An address may be of another repository, or of another server with one of this name. */
    private static void require(IssueReference.Page page, RepositoryForge forge, String issue)
            throws IOException {
        if (!page.repository().equalsIgnoreCase(forge.repository()))
            throw elsewhere(
                    "belongs to "
                            + page.repository()
                            + ", but this clone is of "
                            + forge.repository(),
                    issue);
        if (!forge.hosts().exists(page.host()::equalsIgnoreCase))
            throw elsewhere("is on " + page.host() + ", not on " + forge.hosts().head(), issue);
    }

    private static UserError elsewhere(String where, String issue) {
        return new UserError(
                "the issue " + where,
                "--issue " + issue,
                "run it in a clone of that repository",
                ExitCode.USAGE);
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
