package dev.foldline.app.server.call;

import dev.foldline.app.user.ServerUser;

import io.vavr.control.Option;

import java.io.IOException;

/** What a program that watches the server asks. */
public interface ServerStatus {
    /** Returns why it cannot answer calls about all that it serves; none if it can. */
    Option<String> unready();

    /** Returns the metrics that a user may see, in the text format of Prometheus. */
    String metrics(ServerUser user) throws IOException;
}
