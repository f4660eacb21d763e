package dev.foldline.effects.fleet.temporal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;

import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/** Adds TLS to a plain server of HTTP/2, and asks for a certificate of its clients. */
final class TlsForwarder implements AutoCloseable {
    private final SSLServerSocket server;
    private final int target;

    /**
     * @param own what the server shows
     * @param trusted whose clients it accepts
     */
    TlsForwarder(TestCertificate own, TestCertificate trusted, int target) throws Exception {
        this.target = target;
        this.server =
                (SSLServerSocket)
                        own.context(trusted)
                                .getServerSocketFactory()
                                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var parameters = server.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        parameters.setNeedClientAuth(true);
        server.setSSLParameters(parameters);
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                var client = (SSLSocket) server.accept();
                Thread.ofVirtual().start(() -> forward(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void forward(SSLSocket client) {
        try (client;
                var plain = new Socket(InetAddress.getLoopbackAddress(), target)) {
            client.startHandshake();
            var back =
                    Thread.ofVirtual()
                            .start(() -> copy(plain::getInputStream, client::getOutputStream));
            copy(client::getInputStream, plain::getOutputStream);
            plain.close();
            back.join();
        } catch (IOException refused) {
            // The client has received an alert.
        } catch (InterruptedException left) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Source {
        InputStream open() throws IOException;
    }

    private interface Sink {
        OutputStream open() throws IOException;
    }

    private static void copy(Source source, Sink sink) {
        try (var in = source.open();
                var out = sink.open()) {
            var bytes = new byte[8192];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                out.write(bytes, 0, read);
                out.flush();
            }
        } catch (IOException closed) {
            // The other side has gone.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
