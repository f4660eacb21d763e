package dev.foldline.effects.guard;

import dev.foldline.effects.store.RunDirectory;

import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

import java.io.IOException;

/** The guard of a call that was interrupted, as its driver left it. */
public final class GuardFixture {
    private GuardFixture() {}

    public static void write(RunDirectory run, long ticket) throws IOException {
        GuardFile.write(
                run,
                GuardFile.Content.of(
                        new RepositorySnapshot(
                                ticket,
                                Vector.empty(),
                                Vector.empty(),
                                LinkedHashMap.empty(),
                                new RunRefs(Option.none(), "commit", Vector.empty()),
                                new OtherWorktrees(LinkedHashMap.empty(), Vector.empty()),
                                Vector.empty(),
                                LinkedHashMap.empty(),
                                "refs/foldline/kept",
                                Vector.empty())));
    }
}
