package dev.foldline.app.mcp;

import dev.foldline.app.server.Bounds;
import dev.foldline.app.server.Door;
import dev.foldline.app.server.Listening;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The tools over streamable HTTP, on the loopback address, and nothing else. */
public final class HttpServer implements AutoCloseable {
    private final Server jetty;
    private final McpAnnex tools;
    private final int port;

    private HttpServer(Server jetty, McpAnnex tools, int port) {
        this.jetty = jetty;
        this.tools = tools;
        this.port = port;
    }

    static HttpServer start(Offer offer, int port, String token) {
        var tools = McpAnnex.of(offer, new Door(token), Bounds.DEFAULT);
        var jetty = new Server(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        jetty.setHandler(tools.handler());
        jetty.setStopAtShutdown(true);
        Listening.begin(jetty, port, "foldline mcp --http --port 0");
        return new HttpServer(jetty, tools, ((ServerConnector) jetty.getConnectors()[0]).getLocalPort());
    }

    /** Where clients find it. */
    public URI address() { return URI.create("http://127.0.0.1:" + port + tools.path()); }

    /** Waits until it is stopped. */
    public void join() throws InterruptedException { jetty.join(); }

    @Override
    public void close() {
        tools.close();
        try {
            jetty.stop();
        } catch (Exception failed) {
            throw new IllegalStateException("Jetty does not stop", failed);
        }
    }
}
