package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.EngineFault;
import dev.foldline.effects.fleet.engine.EngineProvider;
import dev.foldline.effects.fleet.engine.PlacementEngine;

import io.vavr.collection.Vector;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * Opens services of Temporal, such as {@code temporal://127.0.0.1:7233/default}, or {@code
 * temporals:} with TLS.
 */
public final class TemporalProvider implements EngineProvider {

    @Override
    public Vector<String> schemes() {
        return Vector.of("temporal", ServiceSecurity.ENCRYPTED);
    }

    @Override
    public PlacementEngine open(URI address, Map<String, String> environment, Duration timeout)
            throws EngineFault {
        return TemporalService.open(address, environment, timeout);
    }
}
