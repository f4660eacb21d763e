package dev.foldline.app.operation;

import dev.foldline.app.config.ShareKeys;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.fleet.FleetEngine;
import dev.foldline.app.report.FleetPage;
import dev.foldline.app.run.SharedRuns;
import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.HostTable;
import dev.foldline.effects.fleet.restate.RestatePlacement;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
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

    private static final Field<String> ENGINE =
            Field.text(
                            "engine",
                            "addresses of the engine's nodes (default: share.engine); lists its"
                                    + " hosts")
                    .asFlag("URL,...", "--engine")
                    .onCommandLineOnly();
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private FleetQueries() {}

    static final Operation FLEET =
            Operation.query(
                            "fleet",
                            "List the runs of a shared repository, with the clone that drives"
                                    + " each.",
                            FleetPage.SCHEMA,
                            FleetQueries::fleet)
                    .withFields(FROM, ENGINE)
                    .withExamples(
                            "foldline fleet --from origin       who drives which run, and how old"
                                    + " that news is")
                    .withFailures(ExitCode.UNAVAILABLE)
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Absent(REASON))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Absent(REASON));

    private static OperationResult fleet(OperationContext context, Input input) throws IOException {
        var remote = input.find(FROM).getOrElse(() -> configured(context));
        var runs =
                new SharedRuns(
                        context.checkout(), context.environment(), context.directory(), remote);
        var leases = runs.leases();
        var engine =
                input.find(ENGINE)
                        .orElse(share(context).flatMap(each -> Option.ofOptional(each.engine())));
        var page = new FleetPage(remote, leases, hosts(context, runs, engine), Instant.now());
        return OperationResult.of(page.document(), page::text);
    }

    private static Option<HostTable> hosts(
            OperationContext context, SharedRuns runs, Option<String> engine) throws IOException {
        for (var address : engine)
            try (var server = FleetEngine.open(address, "", PATIENCE)) {
                return Option.of(new RestatePlacement(server, runs.fleet()).hosts());
            } catch (EngineFault silent) {
                context.notices().accept("the hosts are unknown: " + silent.getMessage());
            }
        return Option.none();
    }

    private static String configured(OperationContext context) {
        return share(context).flatMap(each -> Option.ofOptional(each.remote())).getOrElse("origin");
    }

    private static Option<ShareKeys> share(OperationContext context) {
        try {
            return Option.of(context.configuration(Vector.empty()).settings().share());
        } catch (IOException unreadable) {
            return Option.none();
        }
    }
}
