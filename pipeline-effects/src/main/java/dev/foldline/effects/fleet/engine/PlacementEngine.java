package dev.foldline.effects.fleet.engine;

import java.io.IOException;
import java.util.function.Consumer;

/** An engine that places the runs of fleets, as one of its clients sees it. */
public interface PlacementEngine extends AutoCloseable {

    /**
     * Returns what places the runs of a fleet.
     *
     * @param fleet the name of the fleet, without dots
     */
    Placement placement(String fleet);

    /**
     * Returns what carries out the rules of placement of a fleet here.
     *
     * @param notices receives what the user should know
     */
    RuleExecutor executor(String fleet, Consumer<String> notices) throws IOException;

    @Override
    void close();
}
