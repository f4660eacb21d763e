package dev.foldline.app.mcp;

import dev.foldline.app.server.ConnectionLimiter;
import dev.foldline.app.server.RequestAuthenticator;
import dev.foldline.app.server.ServerLimits;
import dev.foldline.app.server.ServerStarter;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

import java.net.InetAddress;
import java.net.URI;

/** The tools over streamable HTTP, on the loopback address, and nothing else. */
public final class HttpServer implements AutoCloseable {
    private final Server jetty;
    private final McpHttpHandler tools;
    private final int port;

    private HttpServer(Server jetty, McpHttpHandler tools, int port) {
        this.jetty = jetty;
        this.tools = tools;
        this.port = port;
    }

    static HttpServer start(McpCapabilities offer, int port, RequestAuthenticator door) {
        var tools = McpHttpHandler.of(offer, door, ServerLimits.DEFAULT);
        var jetty = new Server();
        var connector = new ServerConnector(jetty);
        connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
        connector.setPort(port);
        jetty.addConnector(connector);
        jetty.setHandler(new ConnectionLimiter(ServerLimits.DEFAULT, connector, tools.handler()));
        jetty.setStopAtShutdown(true);
        ServerStarter.begin(jetty, port, "foldline mcp --http --port 0");
        return new HttpServer(jetty, tools, connector.getLocalPort());
    }

    /** Where clients find it. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + port + tools.path());
    }

    /** Waits until it is stopped. */
    public void join() throws InterruptedException {
        jetty.join();
    }

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
