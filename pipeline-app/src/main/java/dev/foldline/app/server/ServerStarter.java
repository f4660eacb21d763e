package dev.foldline.app.server;

import dev.foldline.app.error.ExitCode;
import dev.foldline.app.error.UserError;

import org.eclipse.jetty.server.Server;

import java.io.IOException;

/** How our servers begin to listen. */
public final class ServerStarter {
    private ServerStarter() {}

    /**
     * Lets a server begin.
     *
     * @param hint what to do where the port is taken
     * @throws UserError if it cannot be listened on
     */
    public static void begin(Server jetty, int port, String hint) {
        try {
            jetty.start();
        } catch (IOException taken) {
            throw new UserError(
                    "port " + port + " cannot be listened on: " + taken.getMessage(),
                    "",
                    hint,
                    ExitCode.FAILED);
        } catch (Exception failed) {
            throw new IllegalStateException("Jetty does not start", failed);
        }
    }
}
