package dev.foldline.app.mcp;

import dev.foldline.app.command.Version;
import dev.foldline.app.server.Door;
import dev.foldline.app.server.Listening;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import jakarta.servlet.DispatcherType;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The MCP server over streamable HTTP, on the loopback address. */
public final class HttpServer implements AutoCloseable {
    private static final String PATH = "/mcp";

    /** Below the connector's own 30 seconds, after which it would hang up on a client that only listens. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private final Server jetty;
    private final McpSyncServer server;
    private final int port;

    private HttpServer(Server jetty, McpSyncServer server, int port) {
        this.jetty = jetty;
        this.server = server;
        this.port = port;
    }

    static HttpServer start(List<SyncToolSpecification> tools, int port, String token) {
        var transport = HttpServletStreamableServerTransportProvider.builder().jsonMapper(new ErrorsAsMessages(McpJsonDefaults.getMapper())).mcpEndpoint(PATH)
                .maxRequestSize(Conversation.LINE_BYTES_MAX).keepAliveInterval(KEEP_ALIVE).build();
        var server = McpServer.sync(transport).serverInfo(McpServers.NAME, Version.text()).capabilities(McpServers.capabilities())
                .validateToolInputs(false).tools(tools).build();
        var jetty = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        var context = new ServletContextHandler();
        var servlet = new ServletHolder(transport);
        servlet.setAsyncSupported(true);
        context.addServlet(servlet, PATH);
        for (var filter : List.of(new Doorkeeper(new Door(token)), new Opener())) {
            var holder = new FilterHolder(filter);
            holder.setAsyncSupported(true);
            context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
        }
        jetty.setHandler(context);
        jetty.setStopAtShutdown(true);
        Listening.begin(jetty, port, "foldline mcp --http --port 0");
        return new HttpServer(jetty, server, ((ServerConnector) jetty.getConnectors()[0]).getLocalPort());
    }

    /** Where clients find it. */
    public URI address() { return URI.create("http://127.0.0.1:" + port + PATH); }

    /** Waits until it is stopped. */
    public void join() throws InterruptedException { jetty.join(); }

    @Override
    public void close() {
        server.closeGracefully();
        try {
            jetty.stop();
        } catch (Exception failed) {
            throw new IllegalStateException("Jetty does not stop", failed);
        }
    }
}
