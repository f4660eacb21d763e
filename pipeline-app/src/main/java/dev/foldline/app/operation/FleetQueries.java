package dev.foldline.app.operation;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.report.FleetPage;
import dev.foldline.app.run.SharedRuns;

import io.vavr.collection.Vector;

import java.io.IOException;
import java.time.Instant;

/** What can be asked about runs that several clones share. */
final class FleetQueries {
    private static final String REASON = "it reaches the remote with the caller's git credentials";

    static final Field<String> FROM =
            Field.text(
                            "from",
                            "remote or repository with the shared runs (default: share.remote, else"
                                    + " origin)")
                    .asFlag("REMOTE", "--from")
                    .onCommandLineOnly();

    private FleetQueries() {}

    static final Operation FLEET =
            Operation.query(
                            "fleet",
                            "List the runs of a shared repository, with the clone that drives"
                                    + " each.",
                            FleetPage.SCHEMA,
                            FleetQueries::fleet)
                    .withFields(FROM)
                    .withExamples(
                            "foldline fleet --from origin       who drives which run, and how old"
                                    + " that news is")
                    .withFailures(ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Absent(REASON))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Absent(REASON));

    private static OperationResult fleet(OperationContext context, Input input) throws IOException {
        var remote = input.find(FROM).getOrElse(() -> configured(context));
        var leases =
                new SharedRuns(
                                context.checkout(),
                                context.environment(),
                                context.directory(),
                                remote)
                        .leases();
        var page = new FleetPage(remote, leases, Instant.now());
        return OperationResult.of(page.document(), page::text);
    }

    private static String configured(OperationContext context) {
        try {
            return context.configuration(Vector.empty())
                    .settings()
                    .share()
                    .remote()
                    .orElse("origin");
        } catch (IOException unreadable) {
            return "origin";
        }
    }
}
