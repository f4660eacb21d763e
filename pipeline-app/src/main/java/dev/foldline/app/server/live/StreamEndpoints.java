package dev.foldline.app.server.live;

import dev.foldline.app.view.TerminalOutputs;
import dev.foldline.effects.store.RunDirectory;

import io.vavr.control.Option;

import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

import java.io.IOException;

/** How a request becomes a client that follows a workflow. */
public record StreamEndpoints(Hubs hubs, ServerWebSocketContainer sockets) {

    /** Tells it all behind a position as Server-Sent Events, and returns when it has gone. */
    public void events(
            RunDirectory workflow,
            StreamPosition after,
            Option<TerminalOutputs> outputs,
            StreamClient client)
            throws IOException, InterruptedException {
        hubs.follow(
                workflow,
                after,
                outputs,
                new AuthorizedSubscriber(
                        EventStream.begin(
                                workflow.id().text(), client.request(), client.response()),
                        client.isAdmitted()));
    }

    /**
     * The same over a WebSocket, from another thread; false if the request does not ask for one.
     */
    public boolean socket(
            RunDirectory workflow,
            StreamPosition after,
            Option<TerminalOutputs> outputs,
            StreamClient client,
            Callback callback) {
        return sockets.upgrade(
                (_, _, _) -> new EventSocket(hubs, workflow, after, outputs, client.isAdmitted()),
                client.request(),
                client.response(),
                callback);
    }
}
