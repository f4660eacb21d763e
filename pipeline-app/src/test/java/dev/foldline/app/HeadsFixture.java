package dev.foldline.app;

import dev.foldline.effects.guard.StoredGuard;
import dev.foldline.effects.log.HeadFile;
import dev.foldline.effects.store.RunDirectory;
import dev.foldline.effects.table.RunTables;
import dev.foldline.effects.table.TableFault;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** What lies beside a log and knows how far it had come. */
public final class HeadsFixture {
    private HeadsFixture() {}

    /** Removes all of it, so that the log may be made one that has not come as far. */
    public static void remove(RunDirectory run) throws IOException {
        removeFiles(run);
        try {
            RunTables.forget(run);
        } catch (TableFault fault) {
            throw new IOException(fault);
        }
    }

    /** Removes what lies in the folder of the run. */
    public static void removeFiles(RunDirectory run) throws IOException {
        for (var file : List.of(HeadFile.of(run.events()), run.snapshot(), StoredGuard.file(run)))
            Files.deleteIfExists(file);
        if (Files.exists(run.output()))
            try (var outputs = Files.list(run.output())) {
                for (var output : outputs.toList()) Files.delete(output);
            }
    }
}
