package dev.foldline.effects.sandbox;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * An HTTP proxy on a Unix socket, through which a call without a network reaches the granted hosts.
 * It tunnels with {@code CONNECT} and forwards plain HTTP. It decides by the name of the host and
 * resolves it itself; it does not look into a tunnel.
 */
final class FilteringProxy implements AutoCloseable {
    private static final int HEAD_BYTES_MAX = 1 << 16;
    private static final int CONNECTIONS_MAX = 256;
    private static final int CONNECT_MILLIS = 15_000;
    private static final int HTTP = 80;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.:-]{1,253}");

    private final ServerSocketChannel server;
    private final HostGrants grants;
    private final HostCounts counts;
    private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();

    private FilteringProxy(ServerSocketChannel server, HostGrants grants, HostCounts counts) {
        this.server = server;
        this.grants = grants;
        this.counts = counts;
    }

    /** Opens it on a socket file that must not exist yet. */
    static FilteringProxy open(Path socket, HostGrants grants, HostCounts counts)
            throws IOException {
        var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        var proxy = new FilteringProxy(server, grants, counts);
        Thread.ofVirtual().name("sandbox proxy").start(proxy::serve);
        return proxy;
    }

    private void serve() {
        while (server.isOpen()) {
            try {
                var client = server.accept();
                if (open.size() >= CONNECTIONS_MAX) {
                    client.close();
                    continue;
                }
                open.add(client);
                Thread.ofVirtual().name("sandbox proxy").start(() -> handleRequest(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void handleRequest(SocketChannel client) {
        try (client) {
            var in = Channels.newInputStream(client);
            var out = Channels.newOutputStream(client);
            var head = head(in);
            var target = head.flatMap(FilteringProxy::target);
            if (target.isEmpty()) {
                reply(out, "400 Bad Request", "This is a proxy for HTTP.");
                return;
            }
            forward(target.get(), in, out);
        } catch (IOException gone) {
            // The call closed its end, or the host did.
        } finally {
            open.remove(client);
        }
    }

    /** Where a request goes, and the bytes that are sent there first; none for a tunnel. */
    private record Target(String host, int port, Optional<String> head) {}

    private static Optional<String> head(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        int newlines = 0;
        for (int next = in.read(); next >= 0 && bytes.size() < HEAD_BYTES_MAX; next = in.read()) {
            bytes.write(next);
            if (next == '\n') newlines++;
            else if (next != '\r') newlines = 0;
            if (newlines == 2) return Optional.of(bytes.toString(StandardCharsets.ISO_8859_1));
        }
        return Optional.empty();
    }

    private static Optional<Target> target(String head) {
        var words = head.lines().findFirst().orElse("").split(" ", -1);
        if (words.length != 3) return Optional.empty();
        try {
            if (words[0].equals("CONNECT")) {
                var address = URI.create("http://" + words[1]);
                return target(address, address.getPort(), Optional.empty());
            }
            var address = URI.create(words[1]);
            if (!"http".equals(address.getScheme())) return Optional.empty();
            return target(
                    address,
                    address.getPort() < 0 ? HTTP : address.getPort(),
                    Optional.of(originForm(head, words, address)));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static Optional<Target> target(URI address, int port, Optional<String> head) {
        var host = address.getHost();
        if (host == null || port < 1 || port > 65_535 || address.getUserInfo() != null)
            return Optional.empty();
        var name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return NAME.matcher(name).matches()
                ? Optional.of(new Target(name, port, head))
                : Optional.empty();
    }

    /** One request for each connection: the next one may go to another host. */
    private static String originForm(String head, String[] words, URI address) {
        var path = address.getRawPath();
        var query = address.getRawQuery();
        var fields =
                head.lines()
                        .skip(1)
                        .filter(line -> !line.isEmpty())
                        .filter(
                                line ->
                                        !line.matches(
                                                "(?i)(proxy-)?connection:.*|proxy-auth.*|host:.*"))
                        .map(line -> line + "\r\n")
                        .reduce("", String::concat);
        return words[0]
                + " "
                + (path == null || path.isEmpty() ? "/" : path)
                + (query == null ? "" : "?" + query)
                + " HTTP/1.1\r\nHost: "
                + address.getRawAuthority()
                + "\r\n"
                + fields
                + "Connection: close\r\n\r\n";
    }

    private void forward(Target target, InputStream in, OutputStream out) throws IOException {
        var address = address(target);
        if (address.isEmpty()) {
            counts.denied(target.host());
            reply(
                    out,
                    "403 Forbidden",
                    "The sandbox does not allow "
                            + target.host()
                            + ":"
                            + target.port()
                            + ". A user can allow it: foldline sandbox allow "
                            + target.host());
            return;
        }
        counts.used(target.host());
        try (var host = new Socket()) {
            open.add(host);
            try {
                host.connect(new InetSocketAddress(address.get(), target.port()), CONNECT_MILLIS);
            } catch (IOException unreachable) {
                reply(out, "502 Bad Gateway", String.valueOf(unreachable.getMessage()));
                return;
            }
            if (target.head().isPresent())
                host.getOutputStream()
                        .write(target.head().get().getBytes(StandardCharsets.ISO_8859_1));
            else out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            Tunnel.join(in, out, host);
            open.remove(host);
        }
    }

    /** Returns the address to connect to, or none if it is not allowed. */
    private Optional<InetAddress> address(Target target) throws IOException {
        if (!grants.allows(target.host(), target.port())) return Optional.empty();
        var address = InetAddress.getByName(target.host());
        return isOfThisMachine(address) && !grants.isLocalByGrant(target.host())
                ? Optional.empty()
                : Optional.of(address);
    }

    private static boolean isOfThisMachine(InetAddress address) {
        return address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isAnyLocalAddress()
                || address.isMulticastAddress();
    }

    private static void reply(OutputStream out, String status, String text) throws IOException {
        var body = text + "\n";
        out.write(
                ("HTTP/1.1 "
                                + status
                                + "\r\nContent-Type: text/plain\r\nContent-Length: "
                                + body.length()
                                + "\r\nConnection: close\r\n\r\n"
                                + body)
                        .getBytes(StandardCharsets.UTF_8));
    }

    /** Ends all connections. */
    @Override
    public void close() {
        closing(server);
        open.forEach(FilteringProxy::closing);
    }

    private static void closing(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception gone) {
            // It is closed already.
        }
    }
}
