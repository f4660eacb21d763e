package dev.foldline.app.server.call;

import io.vavr.control.Option;

import java.io.IOException;

/** What a program that watches the server asks. */
public interface ServerStatus {
    /** Returns why it cannot answer calls about all that it serves; none if it can. */
    Option<String> unready();

    /** Returns its metrics in the text format of Prometheus. */
    String metrics() throws IOException;
}
