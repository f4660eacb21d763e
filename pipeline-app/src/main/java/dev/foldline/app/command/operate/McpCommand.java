package dev.foldline.app.command.operate;

import dev.foldline.app.command.Console;
import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;
import dev.foldline.app.mcp.McpCapabilities;
import dev.foldline.app.mcp.McpServers;
import dev.foldline.app.output.JsonOutput;
import dev.foldline.app.repository.Checkout;
import dev.foldline.app.run.CallerCheck;
import dev.foldline.app.server.RequestAuthenticator;
import dev.foldline.app.server.ServerToken;
import dev.foldline.app.user.UserRegistry;
import dev.foldline.effects.process.ProcessMarker;
import dev.foldline.effects.process.Reaper;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code foldline mcp}: a server for programs that speak the Model Context Protocol. */
@Command(
        name = "mcp",
        description = "Serve the Model Context Protocol, for an operator's client or for an agent.",
        footer = {
            "  foldline mcp                       for an operator's client, on standard input and"
                    + " output",
            "  foldline mcp --http --port 7411    the same over HTTP on this machine, protected by"
                    + " a token",
            "  foldline mcp --as agent            for an agent during its call: read the task,"
                    + " submit artifacts;",
            "                                   otherwise, for an agent that pulls its work:"
                    + " get_task, submit_work, ...",
            "The token comes from FOLDLINE_MCP_TOKEN; if unset, one is generated and printed.",
        })
public final class McpCommand implements Callable<Integer> {
    /** The name and version of the JSON document that tells where the server listens. */
    private static final String SCHEMA = "foldline.mcp/1";

    private static final String TOKEN = "FOLDLINE_MCP_TOKEN";

    private final Console console;

    @Option(names = "--as", paramLabel = "WHO", description = "Client role: operator or agent.")
    private Audience audience = Audience.operator;

    @Option(
            names = "--http",
            description =
                    "Serve streamable HTTP on the loopback address instead of standard input and"
                            + " output.")
    private boolean http;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port for --http (default: any free port).")
    private Optional<Integer> port = Optional.empty();

    /** Who calls. */
    enum Audience {
        operator,
        agent
    }

    public McpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (port.isPresent() && !http)
            throw usage("--port requires --http", "foldline mcp --http --port " + port.get());
        if (port.filter(number -> number < 0 || number > 0xFFFF).isPresent())
            throw usage("invalid port " + port.get(), "foldline mcp --http");
        if (http && audience == Audience.agent)
            throw usage(
                    "agents are served on standard input and output only",
                    "foldline mcp --as agent");
        if (audience == Audience.operator || marker().isPresent()) Checkout.at(console.directory());
        if (audience == Audience.operator) CallerCheck.refuseAgents();
        if (http) overHttp();
        else overStreams();
        return ExitCode.DONE.value();
    }

    private void overStreams() throws InterruptedException {
        var offer =
                switch (audience) {
                    case operator ->
                            McpCapabilities.forOperators(
                                    console.directory(), console.environment(), console.err());
                    case agent ->
                            marker().map(
                                            marker ->
                                                    McpCapabilities.forAgents(
                                                            console.directory(),
                                                            console.environment(),
                                                            marker,
                                                            console.err()))
                                    .orElseGet(
                                            () ->
                                                    McpCapabilities.forWorkers(
                                                            console.directory(),
                                                            console.environment(),
                                                            console.err()));
                };
        McpServers.overStreams(offer, console.in(), console.out());
    }

    /** For which call this process works, if an agent of ours has started it. */
    private Optional<ProcessMarker> marker() {
        return ProcessMarker.in(console.environment()).or(Reaper::ourMarker);
    }

    private void overHttp() throws IOException, InterruptedException {
        var token = ServerToken.of(console.environment(), TOKEN);
        var offer =
                McpCapabilities.forOperators(
                        console.directory(), console.environment(), console.err());
        try (var server =
                McpServers.overHttp(
                        offer,
                        port.orElse(0),
                        new RequestAuthenticator(
                                token.text(), UserRegistry.of(console.environment())))) {
            if (console.isJson())
                console.reveal(
                        JsonOutput.compact(
                                        JsonOutput.fields(
                                                "schema",
                                                SCHEMA,
                                                "url",
                                                server.address().toString(),
                                                "token",
                                                token.toShow()))
                                + "\n");
            else
                console.reveal(
                        server.address()
                                + "\n"
                                + token.toShow()
                                        .map(each -> "Authorization: Bearer " + each + "\n")
                                        .orElse(""));
            server.join();
        }
    }

    private static UserError usage(String what, String hint) {
        return new UserError(what, "", hint, ExitCode.USAGE);
    }
}
