package dev.foldline.kill;

import dev.foldline.effects.process.Reaper;
import java.io.IOException;
import java.util.List;

/** Whom {@code kill -9} hits. */
enum Blow {
    ENGINE,
    /** Git commands too: all that dies when the power goes. */
    ENGINE_AND_AGENTS,
    AGENTS;

    /** Hits them as soon as they are there; an agent that never shows, since its deed is done, is spared. */
    void strike(Workplace place, Engine engine, LogWatch watch) throws IOException, InterruptedException {
        if (this != ENGINE) awaitChild(place, engine, watch);
        if (this != AGENTS) engine.kill();
        children(place).forEach(child -> child.process().destroyForcibly());
    }

    /** Those it hits besides the engine, that are there now. */
    List<Reaper.Marked> children(Workplace place) throws IOException {
        return switch (this) {
            case ENGINE            -> List.of();
            case ENGINE_AND_AGENTS -> place.children();
            case AGENTS            -> place.children().stream().filter(child -> child.marker().ticket() > 0).toList();
        };
    }

    /** The intent is on disk before its process is: it is looked for until the log goes on. */
    private void awaitChild(Workplace place, Engine engine, LogWatch watch) throws IOException, InterruptedException {
        int events = watch.lines().size();
        while (children(place).isEmpty() && engine.isAlive() && watch.lines().size() == events) Thread.onSpinWait();
    }
}
