package dev.foldline.effects.fleet.temporal;

import dev.foldline.effects.fleet.engine.EngineProvider;
import dev.foldline.effects.fleet.engine.PlacementEngine;

import java.net.URI;
import java.time.Duration;

/** Opens services of Temporal, such as {@code temporal://127.0.0.1:7233/default}. */
public final class TemporalProvider implements EngineProvider {

    @Override
    public String scheme() {
        return "temporal";
    }

    @Override
    public PlacementEngine open(URI address, Duration patience) {
        return TemporalService.open(address, patience);
    }
}
