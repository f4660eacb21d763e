package dev.foldline.effects.sandbox;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

/**
 * The program that runs in a sandbox with granted hosts: it listens on the sandbox's own loopback
 * interface and passes everything on to the proxy's socket. It prints its port and closes its
 * output.
 */
public final class ProxyRelay {
    /** The name of this class; who starts it does not load it. */
    public static final String PROGRAM = "dev.foldline.effects.sandbox.ProxyRelay";

    private ProxyRelay() {}

    public static void main(String[] args) throws IOException {
        var proxy = UnixDomainSocketAddress.of(args[0]);
        try (var server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
            System.out.println(server.getLocalPort());
            System.out.close();
            while (true) {
                var client = server.accept();
                Thread.ofVirtual().start(() -> relay(client, proxy));
            }
        }
    }

    private static void relay(Socket client, UnixDomainSocketAddress proxy) {
        try (client;
                var there = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            there.connect(proxy);
            Tunnel.join(Channels.newInputStream(there), Channels.newOutputStream(there), client);
        } catch (IOException gone) {
            // One of both ends has closed.
        }
    }
}
