package dev.foldline.app.mcp;

import dev.foldline.app.server.MountedHandler;
import dev.foldline.app.server.RequestAuthenticator;
import dev.foldline.app.server.ServerLimits;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;

import jakarta.servlet.DispatcherType;

import org.eclipse.jetty.ee11.servlet.FilterHolder;
import org.eclipse.jetty.ee11.servlet.ServletContextHandler;
import org.eclipse.jetty.ee11.servlet.ServletHolder;
import org.eclipse.jetty.server.Handler;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

/**
 * The tools over streamable HTTP, as a part of a server: at {@value #PATH}, for those who know its
 * token.
 */
public final class McpHttpHandler implements MountedHandler {
    static final String PATH = "/mcp";

    /**
     * Below the 30 seconds of a connector, after which it would hang up on a client that only
     * listens.
     */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    private final ServletContextHandler handler;
    private final McpSyncServer server;

    private McpHttpHandler(ServletContextHandler handler, McpSyncServer server) {
        this.handler = handler;
        this.server = server;
    }

    /**
     * @param door of the server whose part it is
     * @param bounds of the same
     */
    public static McpHttpHandler of(
            McpCapabilities offer, RequestAuthenticator door, ServerLimits bounds) {
        McpServers.quiet();
        var transport =
                HttpServletStreamableServerTransportProvider.builder()
                        .jsonMapper(new ErrorsAsMessages(McpJsonDefaults.getMapper()))
                        .mcpEndpoint(PATH)
                        .contextExtractor(McpRequestAuthenticator::context)
                        .maxRequestSize(bounds.bodyBytesMax())
                        .keepAliveInterval(KEEP_ALIVE)
                        .sessionSweepInterval(bounds.sessions().idleTimeout())
                        .build();
        var server = McpServers.offered(McpServer.sync(transport), offer, new OpenCalls()).build();
        var context = new ServletContextHandler();
        var servlet = new ServletHolder(transport);
        servlet.setAsyncSupported(true);
        context.addServlet(servlet, PATH);
        for (var filter :
                List.of(
                        new McpRequestAuthenticator(door),
                        new ProtocolVersionFilter(transport.protocolVersions()),
                        new RequestBodyReader(bounds.bodyBytesMax(), offer.names()),
                        new SessionLimiter(bounds.sessions().max(), transport))) {
            var holder = new FilterHolder(filter);
            holder.setAsyncSupported(true);
            context.addFilter(holder, "/*", EnumSet.of(DispatcherType.REQUEST));
        }
        return new McpHttpHandler(context, server);
    }

    @Override
    public String path() {
        return PATH;
    }

    @Override
    public Handler handler() {
        return handler;
    }

    @Override
    public void close() {
        server.closeGracefully();
    }
}
