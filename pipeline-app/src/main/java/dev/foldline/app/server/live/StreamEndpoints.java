package dev.foldline.app.server.live;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

import java.io.IOException;

/** How a request becomes a client that follows a workflow, a run, or the repository. */
public record StreamEndpoints(Hubs hubs, ServerWebSocketContainer sockets) {

    /** Sends all messages as Server-Sent Events, and returns when the client has gone. */
    public void events(Subscription wanted, StreamClient client)
            throws IOException, InterruptedException {
        hubs.follow(
                wanted,
                new AuthorizedSubscriber(
                        EventStream.begin(wanted, client.request(), client.response()),
                        client.isAdmitted()));
    }

    /**
     * The same over a WebSocket, from another thread; false if the request does not ask for one.
     */
    public boolean socket(Subscription wanted, StreamClient client, Callback callback) {
        return sockets.upgrade(
                (_, _, _) -> new EventSocket(hubs, wanted, client.isAdmitted()),
                client.request(),
                client.response(),
                callback);
    }
}
