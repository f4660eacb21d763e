package dev.foldline.app.command.operate;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Checkout;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.mcp.McpServers;
import dev.foldline.app.mcp.Offer;
import dev.foldline.app.server.Token;
import dev.foldline.effects.process.Marker;
import dev.foldline.effects.process.Reaper;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code foldline mcp}: a server for programs that speak the Model Context Protocol. */
@Command(name = "mcp", description = "Serve the Model Context Protocol: gates, status, log and explain for a person's client, or an agent's own call.",
        footer = {
            "  foldline mcp                       for a person's client, on standard input and output",
            "  foldline mcp --http --port 7411    the same over HTTP on this machine, for those who know the token",
            "  foldline mcp --as agent            for an agent in the middle of its call: read the task, hand in artifacts",
            "                                   elsewhere for one that pulls its work: get_task, submit_work and what goes with them",
            "The token is taken from FOLDLINE_MCP_TOKEN; without it one is made and shown.",
        })
public final class McpCommand implements Callable<Integer> {
    /** The name and version of the JSON document that tells where the server listens. */
    private static final String SCHEMA = "foldline.mcp/1";

    private static final String TOKEN = "FOLDLINE_MCP_TOKEN";

    private final Console console;

    @Option(names = "--as", paramLabel = "WHO", description = "For whom: operator (a person) or agent.")
    private Audience audience = Audience.operator;

    @Option(names = "--http", description = "Serve streamable HTTP on the loopback address instead of standard input and output.")
    private boolean http;

    @Option(names = "--port", paramLabel = "N", description = "With --http: the port; without it, any that is free.")
    private Optional<Integer> port = Optional.empty();

    /** Who calls. */
    enum Audience { operator, agent }

    public McpCommand(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (port.isPresent() && !http) throw usage("--port is for --http", "foldline mcp --http --port " + port.get());
        if (port.filter(number -> number < 0 || number > 0xFFFF).isPresent()) throw usage("there is no port " + port.get(), "foldline mcp --http");
        if (http && audience == Audience.agent) throw usage("an agent is served on standard input and output only", "foldline mcp --as agent");
        if (audience == Audience.operator || marker().isPresent()) Checkout.at(console.directory());
        if (audience == Audience.operator) Asking.refuseAgents();
        if (http) overHttp();
        else overStreams();
        return ExitCode.DONE.value();
    }

    private void overStreams() throws InterruptedException {
        var offer = switch (audience) {
            case operator -> Offer.forOperators(console.directory(), console.environment(), console.err());
            case agent    -> marker().map(marker -> Offer.forAgents(console.directory(), console.environment(), marker, console.err()))
                    .orElseGet(() -> Offer.forWorkers(console.directory(), console.environment(), console.err()));
        };
        McpServers.overStreams(offer, console.in(), console.out());
    }

    /** For which call this process works, if an agent of ours has started it. */
    private Optional<Marker> marker() { return Marker.in(console.environment()).or(Reaper::ourMarker); }

    private void overHttp() throws InterruptedException {
        var token = Token.of(console.environment(), TOKEN);
        var offer = Offer.forOperators(console.directory(), console.environment(), console.err());
        try (var server = McpServers.overHttp(offer, port.orElse(0), token.text())) {
            if (console.isJson()) console.reveal(JsonText.compact(JsonText.fields("schema", SCHEMA, "url", server.address().toString(), "token", token.toShow())) + "\n");
            else console.reveal(server.address() + "\n" + token.toShow().map(each -> "Authorization: Bearer " + each + "\n").orElse(""));
            server.join();
        }
    }

    private static UserError usage(String what, String hint) { return new UserError(what, "", hint, ExitCode.USAGE); }
}
