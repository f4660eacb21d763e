package dev.foldline.app.server.live;

import dev.foldline.effects.store.RunDirectory;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

import java.io.IOException;

/** How a request becomes a client that follows a workflow. */
public record StreamEndpoints(Hubs hubs, ServerWebSocketContainer sockets) {

    /** Tells it all behind a position as Server-Sent Events, and returns when it has gone. */
    public void events(RunDirectory workflow, StreamPosition after, StreamClient client)
            throws IOException, InterruptedException {
        hubs.follow(
                workflow,
                after,
                new AuthorizedSubscriber(
                        EventStream.begin(
                                workflow.id().text(), client.request(), client.response()),
                        client.isAdmitted()));
    }

    /**
     * The same over a WebSocket, from another thread; false if the request does not ask for one.
     */
    public boolean socket(
            RunDirectory workflow, StreamPosition after, StreamClient client, Callback callback) {
        return sockets.upgrade(
                (_, _, _) -> new EventSocket(hubs, workflow, after, client.isAdmitted()),
                client.request(),
                client.response(),
                callback);
    }
}
