package dev.foldline.kill;

import java.io.IOException;

/** Whom {@code kill -9} hits. */
enum Blow {
    ENGINE,
    ENGINE_AND_AGENTS,
    AGENTS;

    /** Hits them as soon as they are there; an agent that never shows, since its deed is done, is spared. */
    void strike(Workplace place, Engine engine, LogWatch watch) throws IOException, InterruptedException {
        if (this != ENGINE) awaitChild(place, engine, watch);
        if (this != AGENTS) engine.kill();
        if (this != ENGINE) place.children().forEach(child -> child.process().destroyForcibly());
    }

    /** The intent is on disk before its process is: it is looked for until the log goes on. */
    private static void awaitChild(Workplace place, Engine engine, LogWatch watch) throws IOException, InterruptedException {
        int events = watch.lines().size();
        while (place.children().isEmpty() && engine.isAlive() && watch.lines().size() == events) Thread.onSpinWait();
    }
}
