package dev.foldline.app.server.call;

import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.util.Map;

/**
 * How a run is taken up that is no workflow: in a process of its own, which outlives the server.
 */
@FunctionalInterface
public interface StandaloneRunResumer {

    /**
     * The document about the run, as that process took it.
     *
     * @param rules whether it may go on under other rules
     * @param now whether it tries again at once what waits for a time
     */
    Map<String, Object> apart(RunDirectory run, boolean rules, boolean now)
            throws IOException, InterruptedException;
}
