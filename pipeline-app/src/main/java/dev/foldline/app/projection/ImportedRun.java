package dev.foldline.app.projection;

import dev.foldline.core.event.InitialState;
import dev.foldline.core.event.InitialState.Remark;
import dev.foldline.effects.store.Blobs;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Vector;

import java.io.IOException;

/**
 * The content of two state files that are imported as a run.
 *
 * @param completed phases that are left out
 * @param artifacts JSON texts by name
 * @param remarks what was sent back, oldest first
 */
public record ImportedRun(
        Vector<String> completed, Map<String, String> artifacts, Vector<Remark> remarks) {

    /** As the run's first event holds it. */
    public InitialState store(Blobs blobs) throws IOException {
        Map<String, String> kept = LinkedHashMap.empty();
        for (var artifact : artifacts) kept = kept.put(artifact._1(), blobs.put(artifact._2()));
        return new InitialState(kept, remarks);
    }
}
