package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.config.Settings;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.mcp.McpCapabilities;
import dev.foldline.app.mcp.McpHttpHandler;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.repository.Workspace;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.run.SignalHandler;
import dev.foldline.app.server.MountedHandler;
import dev.foldline.app.server.PublicAddress;
import dev.foldline.app.server.RepositoryMount;
import dev.foldline.app.server.RepositoryService;
import dev.foldline.app.server.RequestAuthenticator;
import dev.foldline.app.server.ServerLimits;
import dev.foldline.app.server.ServerLog;
import dev.foldline.app.server.ServerToken;
import dev.foldline.app.webhook.PullRequestSync;
import dev.foldline.app.workflow.WorkflowRecovery.Found;
import dev.foldline.effects.store.RunId;

import io.vavr.collection.Vector;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;

/** {@code foldline serve}: workflows over HTTP on this machine, driven for as long as it stays. */
@Command(
        name = "serve",
        description =
                "Serve the dashboard, the HTTP API and MCP on this machine, and drive the workflows"
                        + " started there.",
        footer = {
            "  foldline serve                     print the address, a token, and a link to open"
                    + " once in a browser",
            "  foldline serve --port 7412         listen on a fixed port",
            "  foldline serve --link              a new login link for the running server",
            "  foldline serve --public-url https://foldline.example.org",
            "                                     behind a reverse proxy or a tunnel",
            "  foldline serve --log-format json   log requests and refused logins",
            "  foldline serve --queue label:foldline",
            "                                     start a run for each open issue with the label",
            "  foldline serve --repo ../web --repo api=../backend",
            "                                     serve several repositories, with one login",
            "The token comes from FOLDLINE_TOKEN; if unset, one is generated and printed.",
            "Ctrl-C pauses the workflows of the server; the next server resumes them.",
        })
public final class ServeCommand implements Callable<Integer> {
    /** The name and version of the JSON document that tells where the server listens. */
    private static final String SCHEMA = "foldline.serve/1";

    private static final String TOKEN = "FOLDLINE_TOKEN";
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1");
    private static final int PORT_MAX = 0xFFFF;

    private final Console console;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "0",
            description = "Port (default: any free port).")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "127.0.0.1, localhost or ::1. Other machines cannot connect.")
    private String host = "127.0.0.1";

    @Option(
            names = "--link",
            description = "Print a new login link for the server that is running, and exit.")
    private boolean link;

    @Option(
            names = "--public-url",
            paramLabel = "URL",
            description =
                    "Address by which a reverse proxy or a tunnel is reached. Links are printed"
                            + " with it, and requests for it are accepted.")
    private Optional<String> publicUrl = Optional.empty();

    @Option(
            names = "--log-format",
            paramLabel = "FORMAT",
            defaultValue = "off",
            description =
                    "Log each request and each refused login on standard error: text, json or off"
                            + " (default: off).")
    private ServerLog.Format logFormat = ServerLog.Format.off;

    @Mixin private final RepositoryOptions repositories = new RepositoryOptions();

    @Mixin private final QueueOptions queue = new QueueOptions();

    public ServeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        CallerCheck.refuseAgents();
        if (link) return printLink();
        if (port < 0 || port > PORT_MAX) throw usage("invalid port " + port, "foldline serve");
        if (!LOOPBACK.contains(host))
            throw usage(host + " is not a loopback address", "foldline serve --host 127.0.0.1");
        var token = ServerToken.of(console.environment(), TOKEN);
        try (var opened = repositories.open(console)) {
            var mounts = opened.mounts();
            queue.check(mounts);
            try (var service =
                            RepositoryService.start(
                                    mounts,
                                    setup(mounts.head().settings(), token),
                                    bug -> bug.printStackTrace(console.err()));
                    var signals = new SignalHandler(service::send, console::note)) {
                printLogin(service, token, mounts, service.recover());
                var requests = mounts.flatMap(ServeCommand::requests);
                try (var _ = queue.start(console, mounts)) {
                    service.await();
                } finally {
                    requests.forEach(PullRequestSync::close);
                }
                return (signals.isTerminated() ? ExitCode.TERMINATED : ExitCode.INTERRUPTED)
                        .value();
            }
        }
    }

    /** Runs of this repository go on when the forge reports news. */
    private static io.vavr.control.Option<PullRequestSync> requests(RepositoryMount mount) {
        return mount.webhook()
                .map(
                        webhook ->
                                PullRequestSync.start(
                                        mount.here(),
                                        mount.settings(),
                                        webhook,
                                        mount.view()::notice));
    }

    private int printLink() throws IOException {
        var address =
                RepositoryService.link(
                        Checkout.at(repositories.first(console)).runs().root(),
                        console.environment());
        console.reveal(
                console.isJson()
                        ? JsonOutput.compact(JsonOutput.fields("schema", SCHEMA, "login", address))
                                + "\n"
                        : "Open once in a browser: " + address + "\n");
        return ExitCode.DONE.value();
    }

    private RepositoryService.Setup setup(Settings first, ServerToken token) {
        return new RepositoryService.Setup(
                host,
                port,
                token.text(),
                ServerLimits.DEFAULT.keeping(first.capacity().messages()),
                this::tools,
                io.vavr.control.Option.ofOptional(publicUrl).map(PublicAddress::parse),
                new ServerLog(
                        InstantSource.system(),
                        logFormat,
                        console.redaction(),
                        console.err()::println));
    }

    private MountedHandler tools(
            Workspace repository, RequestAuthenticator door, ServerLimits bounds) {
        return McpHttpHandler.of(
                McpCapabilities.forOperators(
                        repository.root(),
                        console.environment(),
                        console::note,
                        bug -> bug.printStackTrace(console.err())),
                door,
                bounds);
    }

    /** Prints the token and the login link for the user at the terminal. */
    private void printLogin(
            RepositoryService service,
            ServerToken token,
            Vector<RepositoryMount> mounts,
            Found found) {
        if (console.isJson()) {
            var document =
                    JsonOutput.fields(
                            "schema",
                            SCHEMA,
                            "url",
                            service.address().toString(),
                            "public_url",
                            publicUrl,
                            "token",
                            token.toShow(),
                            "login",
                            service.invitation());
            document.put("resumed", found.resumed().map(RunId::text));
            document.put(
                    "failed",
                    found.failed()
                            .map(
                                    each ->
                                            JsonOutput.fields(
                                                    "id",
                                                    each.workflow().text(),
                                                    "reason",
                                                    console.redaction().text(each.why()))));
            if (mounts.size() > 1) document.put("repositories", documents(service, mounts));
            console.reveal(JsonOutput.compact(document) + "\n");
            return;
        }
        console.reveal(
                service.address()
                        + publicUrl.map(each -> ", reached as " + each).orElse("")
                        + "\n"
                        + token.toShow()
                                .map(each -> "Authorization: Bearer " + each + "\n")
                                .orElse("")
                        + "Open once in a browser: "
                        + service.invitation()
                        + "\n");
        mounts.filter(mount -> mounts.size() > 1)
                .forEach(
                        mount ->
                                console.print(
                                        mount.name().get() + "  " + mount.here().root() + "\n"));
        found.resumed().forEach(id -> console.print(id + " was resumed\n"));
        found.failed()
                .forEach(
                        each ->
                                console.print(
                                        each.workflow() + " has failed: " + each.why() + "\n"));
        console.out().flush();
    }

    private static List<Map<String, Object>> documents(
            RepositoryService service, Vector<RepositoryMount> mounts) {
        return mounts.map(
                        mount ->
                                JsonOutput.fields(
                                        "name",
                                        mount.name(),
                                        "url",
                                        service.address() + mount.path() + "/",
                                        "folder",
                                        mount.here().root().toString()))
                .asJava();
    }

    private static UserError usage(String what, String hint) {
        return new UserError(what, "", hint, ExitCode.USAGE);
    }
}
