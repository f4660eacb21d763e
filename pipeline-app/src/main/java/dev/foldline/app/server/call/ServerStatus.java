package dev.foldline.app.server.call;

import java.io.IOException;

/** What a program that watches the server asks. */
public interface ServerStatus {
    /** Returns whether it can answer calls about the repository. */
    boolean isReady();

    /** Returns its metrics in the text format of Prometheus. */
    String metrics() throws IOException;
}
