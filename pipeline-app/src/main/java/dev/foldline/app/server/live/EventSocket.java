package dev.foldline.app.server.live;

import dev.foldline.app.error.UserError;

import io.vavr.collection.Vector;

import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * A workflow's messages over a WebSocket, each as a frame of text with its place as {@code id}: a
 * client that comes back asks for what is {@code after} it. What the client sends is not listened
 * to.
 */
public final class EventSocket implements Session.Listener.AutoDemanding {
    private final Hubs hubs;
    private final Subscription wanted;
    private final BooleanSupplier isAdmitted;
    private Thread speaker = Thread.ofVirtual().unstarted(() -> {});

    EventSocket(Hubs hubs, Subscription wanted, BooleanSupplier isAdmitted) {
        this.hubs = hubs;
        this.wanted = wanted;
        this.isAdmitted = isAdmitted;
    }

    @Override
    public synchronized void onWebSocketOpen(Session session) {
        speaker =
                Thread.ofVirtual()
                        .name("socket-" + wanted.log().name())
                        .start(() -> speak(new Speaking(session, wanted.log())));
    }

    private void speak(Speaking client) {
        try {
            hubs.follow(wanted, new AuthorizedSubscriber(client, isAdmitted));
        } catch (UserError unreadable) {
            client.session()
                    .close(StatusCode.SERVER_ERROR, "the log cannot be read", Callback.NOOP);
        } catch (IOException gone) {
            client.session().disconnect();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public synchronized void onWebSocketClose(int status, String reason, Callback callback) {
        speaker.interrupt();
        callback.succeed();
    }

    /** Ignores a disconnect; the next write reports it. */
    @Override
    public void onWebSocketError(Throwable gone) {}

    /** The client behind a session. */
    private record Speaking(Session session, MessageLog log) implements Subscriber {

        @Override
        public void receive(Vector<StreamMessage> messages)
                throws IOException, InterruptedException {
            for (var message : messages) send(sent -> session.sendText(message.placed(log), sent));
        }

        @Override
        public void hearPassing(Vector<String> messages) throws IOException, InterruptedException {
            for (var message : messages) send(sent -> session.sendText(message, sent));
        }

        @Override
        public void sendLagged(StreamPosition at) throws IOException, InterruptedException {
            send(sent -> session.sendText(StreamMessage.laggedText(log, at), sent));
        }

        @Override
        public void keepAlive() throws IOException, InterruptedException {
            send(sent -> session.sendPing(ByteBuffer.allocate(0), sent));
        }

        @Override
        public void bye() throws IOException, InterruptedException {
            send(sent -> session.close(StatusCode.SHUTDOWN, "the server stops", sent));
        }

        private static void send(Consumer<Callback.Completable> saying)
                throws IOException, InterruptedException {
            try {
                Callback.Completable.with(saying).get();
            } catch (ExecutionException failed) {
                throw new IOException("the client does not listen any more", failed);
            }
        }
    }
}
