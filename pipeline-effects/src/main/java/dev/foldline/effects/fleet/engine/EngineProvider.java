package dev.foldline.effects.fleet.engine;

import java.net.URI;
import java.time.Duration;

/**
 * Opens engines of a kind that needs libraries of its own. It is found with a {@link
 * java.util.ServiceLoader}, in jars that only the commands of a fleet load.
 */
public interface EngineProvider {

    /** Returns how addresses of such engines start, without the colon. */
    String scheme();

    /**
     * @param address with host and port
     * @param patience how long the engine has for an answer
     */
    PlacementEngine open(URI address, Duration patience);
}
