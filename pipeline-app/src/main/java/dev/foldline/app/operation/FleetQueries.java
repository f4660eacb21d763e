package dev.foldline.app.operation;

import dev.foldline.app.config.ShareKeys;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.report.FleetPage;
import dev.foldline.app.report.FleetPage.Hosts;
import dev.foldline.app.run.FleetEngine;
import dev.foldline.app.run.SharedRuns;
import dev.foldline.effects.fleet.engine.EngineFault;

import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** What can be asked about runs that several clones share. */
final class FleetQueries {
    private static final String REASON = "no agent needs it; use `foldline fleet`";

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
                    .withEndpoint(FrontEnd.HTTP, new Endpoint.Derived("GET /api/fleet"))
                    .withEndpoint(FrontEnd.MCP, new Endpoint.Absent(REASON));

    private static OperationResult fleet(OperationContext context, Input input) throws IOException {
        var remote = input.find(FROM).getOrElse(() -> configured(context));
        var runs =
                new SharedRuns(
                        context.checkout(), context.environment(), context.directory(), remote);
        var engine =
                input.find(ENGINE)
                        .orElse(share(context).flatMap(each -> Option.ofOptional(each.engine())));
        var page =
                engine.isEmpty()
                        ? new FleetPage(remote, runs.leases(), new Hosts.Unplaced(), Instant.now())
                        : page(remote, runs.inFleet(), engine.get(), context.environment());
        if (page.hosts() instanceof Hosts.Unknown(var why))
            context.notices().accept("the hosts are unknown: " + why);
        return OperationResult.of(page.document(), page::text);
    }

    private static FleetPage page(
            String remote,
            SharedRuns.FleetRuns runs,
            String engine,
            Map<String, String> environment)
            throws IOException {
        return new FleetPage(
                remote, runs.leases(), hosts(runs.fleet(), engine, environment), Instant.now());
    }

    private static Hosts hosts(String fleet, String engine, Map<String, String> environment)
            throws IOException {
        try (var server = FleetEngine.open(engine, environment, PATIENCE)) {
            return new Hosts.Known(server.placement(fleet).hosts());
        } catch (EngineFault silent) {
            for (var refused : FleetEngine.refusal(silent, engine)) throw refused;
            return new Hosts.Unknown(String.valueOf(silent.getMessage()));
        }
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
