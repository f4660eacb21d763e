package dev.foldline.app.server;

import org.eclipse.jetty.server.Handler;

/**
 * A handler at its own path beside the API. It authenticates its requests with the {@link
 * RequestAuthenticator}.
 */
public interface MountedHandler extends AutoCloseable {

    String path();

    /** Starts and stops with the server. */
    Handler handler();

    /** Hangs up on those who listen. */
    @Override
    void close();
}
