package dev.foldline.effects.fleet.engine;

import io.vavr.collection.Vector;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * Opens engines of a kind that needs libraries of its own. It is found with a {@link
 * java.util.ServiceLoader}, in jars that only the commands of a fleet load.
 */
public interface EngineProvider {

    /** Returns how addresses of such engines start, without the colon. */
    Vector<String> schemes();

    /**
     * @param address with host and port
     * @param environment variables with keys, and with the paths of certificates
     * @param timeout how long the engine has for an answer
     * @throws EngineFault if a variable has no usable value
     */
    PlacementEngine open(URI address, Map<String, String> environment, Duration timeout)
            throws EngineFault;
}
