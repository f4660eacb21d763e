package dev.foldline.app.server;

import org.eclipse.jetty.server.Handler;

/**
 * Something that is served beside our own calls, at a path of its own. Whom it lets in it asks the
 * {@link RequestAuthenticator} itself.
 */
public interface MountedHandler extends AutoCloseable {

    String path();

    /** Starts and stops with the server. */
    Handler handler();

    /** Hangs up on those who listen. */
    @Override
    void close();
}
