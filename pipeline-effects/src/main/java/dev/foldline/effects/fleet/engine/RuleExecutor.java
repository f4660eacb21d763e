package dev.foldline.effects.fleet.engine;

import java.io.IOException;

/**
 * Carries out the rules of placement for the engine, which keeps the states. Each worker of a fleet
 * has one, and any of them is enough.
 */
public interface RuleExecutor extends AutoCloseable {

    /**
     * Makes itself known to the engine.
     *
     * @throws EngineFault if the engine is away; {@link #recover} tries again
     */
    void register() throws IOException;

    /** Makes the engine reach an executor again, after it gave no answer. */
    void recover() throws IOException;

    @Override
    void close();
}
