package dev.foldline.app.command.runtime;

import dev.foldline.app.ExitCode;
import dev.foldline.app.UserError;
import dev.foldline.app.command.Console;
import dev.foldline.app.command.JsonText;
import dev.foldline.app.command.operate.Asking;
import dev.foldline.app.command.operate.Resume;
import dev.foldline.app.mcp.McpAnnex;
import dev.foldline.app.mcp.Offer;
import dev.foldline.app.run.Interrupts;
import dev.foldline.app.run.Launch;
import dev.foldline.app.run.Workspace;
import dev.foldline.app.runtime.TakingUp.Found;
import dev.foldline.app.server.Bounds;
import dev.foldline.app.server.Service;
import dev.foldline.app.server.Token;
import dev.foldline.effects.store.RunId;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code foldline serve}: workflows over HTTP on this machine, driven for as long as it stays. */
@Command(name = "serve", description = "Serve workflows, runs and gates to programs, browsers and clients of MCP on this machine, and drive the workflows that are started there.",
        footer = {
            "  foldline serve                     prints where it listens, a token, and a link that opens once in a browser",
            "  foldline serve --port 7412         always at the same place",
            "The token is taken from FOLDLINE_TOKEN; without it one is made and shown. Ctrl-C ends it: what it drives is",
            "held, and the next one goes on with it.",
        })
public final class ServeCommand implements Callable<Integer> {
    /** The name and version of the JSON document that tells where the server listens. */
    private static final String SCHEMA = "foldline.serve/1";

    private static final String TOKEN = "FOLDLINE_TOKEN";
    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "::1");
    private static final int PORT_MAX = 0xFFFF;

    private final Console console;

    @Option(names = "--port", paramLabel = "N", defaultValue = "0", description = "The port; without it, any that is free.")
    private int port;

    @Option(names = "--host", paramLabel = "ADDRESS", defaultValue = "127.0.0.1", description = "127.0.0.1, localhost or ::1. It is never served to other machines.")
    private String host = "127.0.0.1";

    public ServeCommand(Console console) { this.console = console; }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Asking.refuseAgents();
        if (port < 0 || port > PORT_MAX) throw usage("there is no port " + port, "foldline serve");
        if (!LOOPBACK.contains(host)) throw usage(host + " is not this machine's own: it is not served to others", "foldline serve --host 127.0.0.1");
        var token = Token.of(console.environment(), TOKEN);
        try (var here = Workspace.open(console.directory(), console.environment());
                var service = Service.start(here, setup(here, token), new Notices(console), bug -> bug.printStackTrace(console.err()));
                var signals = new Interrupts(service::tell, console::note)) {
            tell(service, token, service.recover());
            service.await();
            return (signals.isTerminated() ? ExitCode.TERMINATED : ExitCode.INTERRUPTED).value();
        }
    }

    private Service.Setup setup(Workspace here, Token token) {
        var messages = Launch.configuration(here.root(), console.environment()).settings().capacity().messages();
        var offer = Offer.forOperators(here.root(), console.environment(), console::note, bug -> bug.printStackTrace(console.err()));
        return new Service.Setup(host, port, token.text(), Bounds.DEFAULT.keeping(messages), (door, bounds) -> McpAnnex.of(offer, door, bounds), (run, rules) -> Resume.apart(here, run, rules).document());
    }

    /** The token and the link are for whoever sits here. */
    private void tell(Service service, Token token, Found found) {
        if (console.isJson()) {
            var document = JsonText.fields("schema", SCHEMA, "url", service.address().toString(), "token", token.toShow(), "login", service.invitation());
            document.put("resumed", found.resumed().map(RunId::text));
            document.put("failed", found.failed().map(each -> JsonText.fields("id", each.workflow().text(), "reason", console.redaction().text(each.why()))));
            console.reveal(JsonText.compact(document) + "\n");
            return;
        }
        console.reveal(service.address() + "\n" + token.toShow().map(each -> "Authorization: Bearer " + each + "\n").orElse("")
                + "In a browser, once: " + service.invitation() + "\n");
        found.resumed().forEach(id -> console.print(id + " was taken up\n"));
        found.failed().forEach(each -> console.print(each.workflow() + " has failed: " + each.why() + "\n"));
        console.out().flush();
    }

    private static UserError usage(String what, String hint) { return new UserError(what, "", hint, ExitCode.USAGE); }
}
