package dev.foldline.app.server.call;

import dev.foldline.effects.store.RunDirectory;

import java.io.IOException;
import java.util.Map;

/** Resumes a run that is not a workflow in a separate process, which outlives the server. */
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
