package dev.foldline.kill;

import dev.foldline.effects.process.Reaper;

import java.io.IOException;
import java.util.List;

/** Whom {@code kill -9} hits. */
enum KillTarget {
    ENGINE,
    /** Git commands too: all that dies when the power goes. */
    ENGINE_AND_AGENTS,
    AGENTS;

    /**
     * Hits them as soon as they are there, and says whether it did: an agent whose deed is done, or
     * an engine that has ended, is spared.
     */
    boolean strike(KillTestRepository place, ApplicationProcess engine, LogWatch watch)
            throws IOException, InterruptedException {
        if (this != ENGINE) awaitChild(place, engine, watch);
        return at(place, engine);
    }

    /** Hits whoever is there now. */
    boolean at(KillTestRepository place, ApplicationProcess engine)
            throws IOException, InterruptedException {
        boolean ended = this != AGENTS && engine.kill();
        long struck =
                children(place).stream()
                        .filter(
                                child ->
                                        child.process().isAlive()
                                                && child.process().destroyForcibly())
                        .count();
        return this == AGENTS ? struck > 0 : ended;
    }

    /**
     * Whether it fell while an agent was at work. Who shoots agents alone shoots those that are.
     */
    boolean cutCall(LogWatch watch) throws IOException {
        var lines = watch.lines();
        return this == AGENTS
                || !lines.isEmpty()
                        && lines.getLast().contains("\"event\":{\"type\":\"effect_started\"")
                        && lines.getLast().contains("invoke_agent");
    }

    /** Those it hits besides the engine, that are there now. */
    List<Reaper.Marked> children(KillTestRepository place) throws IOException {
        return switch (this) {
            case ENGINE -> List.of();
            case ENGINE_AND_AGENTS -> place.children();
            case AGENTS ->
                    place.children().stream().filter(child -> child.marker().ticket() > 0).toList();
        };
    }

    /** The intent is on disk before its process is: it is looked for until the log goes on. */
    private void awaitChild(KillTestRepository place, ApplicationProcess engine, LogWatch watch)
            throws IOException, InterruptedException {
        int events = watch.lines().size();
        while (children(place).isEmpty() && engine.isAlive() && watch.lines().size() == events)
            Thread.onSpinWait();
    }
}
