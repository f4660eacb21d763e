package dev.foldline.app.operation;

import static dev.foldline.app.operation.Fields.RUN;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.report.CommitsPage;
import dev.foldline.app.repository.RunHistory;
import dev.foldline.app.repository.Workspace;
import dev.foldline.effects.git.GitFault;

import io.vavr.control.Option;

import java.io.IOException;

/** The commits of a run. */
final class CommitQueries {
    private static final int DIFF_BYTES_MAX = 1_000_000;

    private static final Field<String> COMMIT =
            Field.text("commit", "only this commit, with its diff: its hash or the start of it");

    private CommitQueries() {}

    static final Operation COMMITS =
            Operation.query(
                            "commits",
                            "List the commits of a run, or show one with its diff.",
                            CommitsPage.SCHEMA,
                            CommitQueries::commits)
                    .withFields(RUN, COMMIT)
                    .withExamples(
                            "foldline commits                   the commits of the latest run",
                            "foldline commits --commit 1a2b3c4  what this commit changes")
                    .withEndpoint(
                            FrontEnd.HTTP, new Endpoint.Derived("GET /api/runs/{run}/commits"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Derived("run_commits"));

    private static OperationResult commits(OperationContext context, Input input)
            throws IOException, InterruptedException {
        var run = context.read(input.get(RUN));
        var page = CommitsPage.of(RunHistory.open(run));
        var prefix = input.find(COMMIT);
        var shown =
                prefix.isEmpty()
                        ? page
                        : context.withRepository(
                                here -> page.only(prefix.get(), hash -> diff(here, hash)));
        if (prefix.isDefined() && shown.rows().isEmpty())
            throw NotFoundException.of(
                    new UserError(
                            "run " + run.id() + " has no commit " + prefix.get(),
                            "",
                            "foldline commits " + run.id(),
                            ExitCode.USAGE));
        return OperationResult.of(shown.document(), shown::text);
    }

    private static Option<CommitsPage.Diff> diff(Workspace here, String hash) {
        try {
            var diff = here.git().diff(hash + "^", hash, DIFF_BYTES_MAX);
            return Option.of(
                    new CommitsPage.Diff(here.runs().redaction().text(diff.text()), diff.cut()));
        } catch (GitFault gone) {
            return Option.none();
        }
    }
}
