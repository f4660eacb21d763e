package dev.foldline.effects.fleet.temporal;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskCompletedRequest;
import io.temporal.internal.testservice.GRPCServerHelper;
import io.temporal.internal.testservice.TestServicesStarter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Temporal's test server at a port; no time is skipped. A service gives what it has put in a lost
 * worker's own queue to another one after a time, but the test server keeps it there for ever. So
 * it does not learn of such queues: any worker gets any task, with the whole history.
 */
final class PortServer implements AutoCloseable {
    private final TestServicesStarter services = new TestServicesStarter(true, 0);
    private final Server server;

    PortServer(int port) throws IOException {
        this(port, "");
    }

    /**
     * @param key what each client has to send; empty for none
     */
    PortServer(int port, String key) throws IOException {
        var builder = Grpc.newServerBuilderForPort(port, InsecureServerCredentials.create());
        GRPCServerHelper.registerServicesAndHealthChecks(services.getServices(), builder);
        builder.intercept(new WithoutOwnQueues());
        if (!key.isEmpty()) builder.intercept(new Guarded("Bearer " + key));
        server = builder.build().start();
    }

    int port() {
        return server.getPort();
    }

    /** Returns a port that nobody uses. */
    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws InterruptedException {
        server.shutdownNow();
        services.close();
        server.awaitTermination();
    }

    private static final class WithoutOwnQueues implements ServerInterceptor {
        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            return new SimpleForwardingServerCallListener<>(next.startCall(call, headers)) {
                @Override
                @SuppressWarnings("unchecked")
                public void onMessage(Q message) {
                    super.onMessage(
                            message instanceof RespondWorkflowTaskCompletedRequest completed
                                    ? (Q) completed.toBuilder().clearStickyAttributes().build()
                                    : message);
                }
            };
        }
    }

    private record Guarded(String expected) implements ServerInterceptor {
        private static final Metadata.Key<String> AUTHORIZATION =
                Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

        @Override
        public <Q, A> ServerCall.Listener<Q> interceptCall(
                ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
            if (expected.equals(headers.get(AUTHORIZATION))) return next.startCall(call, headers);
            call.close(Status.UNAUTHENTICATED.withDescription("no valid key"), new Metadata());
            return new ServerCall.Listener<>() {};
        }
    }
}
