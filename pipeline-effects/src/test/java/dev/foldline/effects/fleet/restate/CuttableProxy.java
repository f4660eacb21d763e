package dev.foldline.effects.fleet.restate;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A network between two programs of a test, which the test can cut. */
public final class CuttableProxy implements AutoCloseable {
    private final ServerSocket entry;
    private final InetSocketAddress target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private State state = State.OPEN;

    /** What happens to bytes. */
    public enum State {
        OPEN,
        /** They are kept until the network is open again; connections stay. */
        STALLED,
        /** Connections are reset, and new ones too. */
        DROPPED
    }

    private CuttableProxy(ServerSocket entry, InetSocketAddress target) {
        this.entry = entry;
        this.target = target;
    }

    /** Starts a relay to a port of this machine. */
    public static CuttableProxy to(int port) throws IOException {
        var relay =
                new CuttableProxy(
                        new ServerSocket(0, 50, InetAddress.getLoopbackAddress()),
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        Thread.ofVirtual().start(relay::accept);
        return relay;
    }

    /** Returns the port at which the target is reached through this. */
    public int port() {
        return entry.getLocalPort();
    }

    public synchronized void set(State next) {
        state = next;
        if (next == State.DROPPED) open.forEach(CuttableProxy::reset);
        notifyAll();
    }

    private void accept() {
        while (!entry.isClosed()) {
            try {
                connect(entry.accept());
            } catch (IOException closed) {
                return;
            }
        }
    }

    private synchronized void connect(Socket client) {
        open.add(client);
        if (state == State.DROPPED) {
            reset(client);
            return;
        }
        try {
            var server = new Socket();
            open.add(server);
            server.connect(target);
            Thread.ofVirtual().start(() -> copy(client, server));
            Thread.ofVirtual().start(() -> copy(server, client));
        } catch (IOException away) {
            reset(client);
        }
    }

    private void copy(Socket from, Socket to) {
        var bytes = new byte[8192];
        try {
            for (int read = from.getInputStream().read(bytes);
                    read > 0;
                    read = from.getInputStream().read(bytes)) {
                awaitPassage();
                to.getOutputStream().write(bytes, 0, read);
            }
            to.shutdownOutput();
        } catch (IOException reset) {
            reset(from);
            reset(to);
        } catch (InterruptedException end) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void awaitPassage() throws InterruptedException {
        while (state == State.STALLED) wait();
    }

    private static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException closed) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        entry.close();
        set(State.DROPPED);
    }
}
