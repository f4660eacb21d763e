package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.provenance.CommitOrigin;

import java.io.IOException;

/** How a commit came about. */
final class ProvenanceQuery {
    private static final Field<String> COMMIT =
            Field.text("commit", "commit, branch or tag (default: HEAD)")
                    .withFallback("HEAD")
                    .asArgument("COMMIT");

    private ProvenanceQuery() {}

    static final Operation PROVENANCE =
            Operation.query(
                            "provenance",
                            "Show the run, the calls, the checks and the approvals behind a commit,"
                                    + " and compare its note with the log.",
                            CommitOrigin.SCHEMA,
                            ProvenanceQuery::show)
                    .withFields(COMMIT)
                    .withExamples(
                            "foldline provenance                the last commit of this branch",
                            "Exits with 1 if the note says something else than the log.")
                    .withFailures(ExitCode.FAILED)
                    .withEndpoint(
                            FrontEnd.HTTP, new Endpoint.Derived("GET /api/operations/provenance"));

    private static OperationResult show(OperationContext context, Input input)
            throws IOException, InterruptedException {
        return context.withRepository(
                here -> {
                    var name = input.get(COMMIT);
                    var hash = here.git().resolve(name + "^{commit}");
                    if (hash.isEmpty())
                        throw NotFoundException.of(
                                new UserError(
                                        "there is no commit " + name,
                                        here.root().toString(),
                                        "git log",
                                        ExitCode.USAGE));
                    var origin = CommitOrigin.of(here, hash.get());
                    return new OperationResult(origin.document(), origin::text, origin.exit());
                });
    }
}
