package dev.foldline.app.mcp;

import dev.foldline.app.output.Version;
import dev.foldline.app.server.RequestAuthenticator;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpServerSession;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The MCP server over each of its transports. */
public final class McpServers {
    private McpServers() {}

    /** Keeps a reference to the logger, because the level of an unreferenced logger is lost. */
    private static final List<Logger> TALKATIVE =
            List.of(
                    Logger.getLogger("io.modelcontextprotocol"),
                    Logger.getLogger("org.eclipse.jetty"));

    static final String NAME = "foldline";

    /**
     * Serves one client on these streams until it disconnects, then completes its running calls.
     */
    public static void overStreams(McpCapabilities offer, InputStream in, PrintStream out)
            throws InterruptedException {
        quiet();
        var conversation = new StdioTransport(in, out, offer.names());
        var transport =
                new StdioServerTransportProvider(
                        McpJsonDefaults.getMapper(),
                        conversation.input(),
                        OutputStream.nullOutputStream(),
                        StdioTransport.LINE_BYTES_MAX) {
                    @Override
                    public void setSessionFactory(McpServerSession.Factory sessions) {
                        super.setSessionFactory(
                                read -> sessions.create(conversation.answering(read)));
                    }
                };
        var server = offered(McpServer.sync(transport), offer, conversation.open()).build();
        conversation.awaitEnd();
        server.close();
    }

    /** Serves authenticated clients, on this machine only, until it is closed. */
    public static HttpServer overHttp(
            McpCapabilities offer, int port, RequestAuthenticator authenticator) {
        return HttpServer.start(offer, port, authenticator);
    }

    /** A server of these tools, and of resources and prompts if there are any. */
    static <S extends SyncSpecification<S>> SyncSpecification<S> offered(
            SyncSpecification<S> server, McpCapabilities offer, OpenCalls open) {
        var capabilities = ServerCapabilities.builder().tools(false);
        server.serverInfo(NAME, Version.text())
                .validateToolInputs(false)
                .jsonSchemaValidator(new AnswerValidator())
                .tools(McpToolAdapter.of(offer, open));
        for (var resources : offer.resources()) {
            capabilities.resources(false, false).prompts(false);
            server.resources(resources.all())
                    .resourceTemplates(resources.templates())
                    .prompts(OperatorPrompts.all());
        }
        return server.capabilities(capabilities.build());
    }

    /** A client that hangs up is no news. */
    static void quiet() {
        TALKATIVE.forEach(each -> each.setLevel(Level.OFF));
    }
}
